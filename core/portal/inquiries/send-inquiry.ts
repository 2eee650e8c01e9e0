import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { write } from '#core/record/transaction.ts'
import { contactInquiries } from '#db/schema.ts'
import { inquiryHash, sealInquiry } from './content.ts'

const FREE_MAIL_HOSTS = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'aol.com',
  'icloud.com',
  'mail.com',
  'protonmail.com',
  'yandex.com',
  'zoho.com',
]

export const INQUIRY_TYPES = {
  pricing: '1% Fee Structure & Pricing',
  api: 'API Access & Integration',
  partnership: 'Partnership Opportunities',
  licensing: 'Patent Licensing',
  technical: 'Technical Questions',
  general: 'General Inquiry',
} as const

const text = (message: string, max = 200) => z.string().trim().min(1, message).max(max, `At most ${max} characters`)

/** The enterprise form (product spec, sections 3 and 5), checked again on the server. `website` is a trap for robots. */
export const contactInput = z.strictObject({
  firstName: text('First name is required', 100),
  lastName: text('Last name is required', 100),
  company: text('Company name is required'),
  email: z
    .email('Please enter a valid email address')
    .max(255, 'Please enter a valid email address')
    .superRefine((email, c) => {
      if (FREE_MAIL_HOSTS.includes(email.split('@')[1]?.toLowerCase() ?? ''))
        c.addIssue({ code: 'custom', message: 'Please use a business email address', params: { code: 'business_email_required' } })
    }),
  phone: z
    .string()
    .min(10, 'Please enter a valid phone number')
    .max(40, 'Please enter a valid phone number')
    .regex(/^[\d+\-\s()]+$/, 'Please enter a valid phone number'),
  inquiryType: z.enum(
    Object.keys(INQUIRY_TYPES) as [keyof typeof INQUIRY_TYPES, ...(keyof typeof INQUIRY_TYPES)[]],
    'Please select an inquiry type',
  ),
  notes: z.string().min(25, 'Please provide at least 25 characters describing your inquiry').max(500, 'Notes cannot exceed 500 characters'),
  website: z.string().max(200).optional(),
})

/** Stores an inquiry and queues the mail about it, together. A filled trap field is answered alike and dropped. */
export async function sendContactEmail({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof contactInput>
}): Promise<{ success: true; id: string }> {
  const id = newId('contact_inquiry')
  if (input.website) return { success: true, id }
  const { config } = ctx.services
  // no event: an inquiry is answered by people, by mail.
  const result = await write(ctx, async (tx) => {
    await tx.insert(contactInquiries).values({
      id,
      email_hash: inquiryHash(ctx.services, input.email),
      content_sealed: await sealInquiry(tx, ctx.services, id, {
        first_name: input.firstName,
        last_name: input.lastName,
        company: input.company,
        email: input.email,
        phone: input.phone,
        notes: input.notes,
      }),
      inquiry_type: input.inquiryType,
      created_at: new Date(),
    })
    return {
      result: { success: true as const, id },
      audit: {
        action: 'contact_inquiry',
        category: 'system',
        subject: { type: 'contact_inquiry', id },
        details: { inquiry_type: input.inquiryType },
      },
      mails: [
        composeMail({
          to: config.contactEmail,
          subject: `Inquiry: ${INQUIRY_TYPES[input.inquiryType]} (${input.company})`,
          heading: INQUIRY_TYPES[input.inquiryType],
          paragraphs: [input.notes],
          facts: [
            ['Name', `${input.firstName} ${input.lastName}`],
            ['Company', input.company],
            ['E-mail', input.email],
            ['Phone', input.phone],
            ['Inquiry', id],
          ],
          button: { label: 'Open the inquiry', url: `${config.publicUrl}/admin/inquiries/${id}` },
        }),
        composeMail({
          to: input.email,
          subject: 'We have received your inquiry',
          heading: 'Message Sent Successfully',
          paragraphs: ["Thank you for your inquiry. We'll get back to you within 24 hours.", `Your reference is ${id}.`],
        }),
      ],
    }
  })
  ctx.services.wake('mail')
  return result
}
