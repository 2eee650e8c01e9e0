// Until the operations without a verb have one; the shapes are the verbs'.
export * from '#core/kernel/answers.ts'
