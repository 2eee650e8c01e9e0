/** What companies are called in the languages of the labelled set, written down by hand (CC0): English, then each writing. */
const WORDS = `
trading|торговая|εμπορική|للتجارة|סחר|贸易|商事|무역|სავაჭრო|առևտրային|การค้า
bank|банк|τράπεζα|بنك|בנק|银行|銀行|은행|ბანკი|բանկ|ธนาคาร
shipping|судоходная|ναυτιλιακή|للشحن|ספנות|航运|海運|해운|საზღვაო|նավագնացություն|เดินเรือ
oil|нефтяная|πετρελαίου|للنفط|נפט|石油|石油|석유|ნავთობი|նավթ|น้ำมัน
construction|строительная|κατασκευαστική|للمقاولات|בנייה|建筑|建設|건설|სამშენებლო|շինարարական|ก่อสร้าง
industrial|промышленная|βιομηχανική|الصناعية|תעשיות|工业|工業|산업|სამრეწველო|արդյունաբերական|อุตสาหกรรม
technology|технологии|τεχνολογία|للتكنولوجيا|טכנולוגיות|科技|技術|기술|ტექნოლოგია|տեխնոլոգիա|เทคโนโลยี
insurance|страховая|ασφαλιστική|للتأمين|ביטוח|保险|保険|보험|სადაზღვევო|ապահովագրական|ประกันภัย
investment|инвестиции|επενδύσεις|للاستثمار|השקעות|投资|投資|투자|ინვესტიცია|ներդրումներ|การลงทุน
aviation|авиационная|αεροπορική|للطيران|תעופה|航空|航空|항공|ავიაცია|ավիացիա|การบิน
transport|транспортная|μεταφορές|للنقل|תחבורה|运输|運輸|운수|ტრანსპორტი|տրանսպորտ|ขนส่ง
energy|энергия|ενέργεια|للطاقة|אנרגיה|能源|エネルギー|에너지|ენერგია|էներգիա|พลังงาน`
const FORMS = `
llc|ООО|Ε.Π.Ε.|ذ.م.م|בע"מ|有限责任公司|合同会社|유한회사|შპს|ՍՊԸ|ห้างหุ้นส่วนจำกัด
jsc|АО|Α.Ε.|ش.م.م|בע"מ|股份有限公司|株式会社|주식회사|სს|ԲԲԸ|บริษัท มหาชน
company|компания|εταιρεία|شركة|חברת|公司|会社|회사|კომპანია|ընկերություն|บริษัท`
const COLUMNS = ['latin', 'cyrillic', 'greek', 'arabic', 'hebrew', 'han', 'kana', 'hangul', 'georgian', 'armenian', 'thai'] as const
const read = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => Object.fromEntries(line.split('|').map((word, i) => [COLUMNS[i]!, word])) as Record<(typeof COLUMNS)[number], string>)

export const COMPANY_WORDS = read(WORDS)
export const COMPANY_FORM_WORDS = read(FORMS)
export type CompanyWriting = Exclude<(typeof COLUMNS)[number], 'latin'>
