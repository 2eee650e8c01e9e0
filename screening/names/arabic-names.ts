/**
 * Frequent names of the Arabic script with the vowels it leaves out, by arabicKey. Written by hand: names whose consonants alone would
 * stand for several.
 */
const TABLE = `
محمد muhammad|احمد ahmad|محمود mahmud|حامد hamid|حميد hamid|حمد hamad|حسن hasan|حسين husayn|علي ali|عمر umar|عثمان uthman|ابو abu|ابن ibn|بن bin|بنت bint
عبد abd|عبدالله abdallah|عبداله abdallah|عبيد ubayd|خالد khalid|خليل khalil|خليفه khalifa|سعيد said|سعد sad|سالم salim|سليم salim|سليمان sulayman|سلمان salman|سامي sami|سمير samir
يوسف yusuf|يونس yunus|ياسين yasin|ياسر yasir|يحيي yahya|يعقوب yaqub|ابراهيم ibrahim|اسماعيل ismail|اسحاق ishaq|ادريس idris|ايوب ayyub|امين amin|انور anwar|اكرم akram|اسامه usama|اسعد asad|اسد asad
مصطفي mustafa|مصطفى mustafa|موسي musa|عيسي isa|مهدي mahdi|مسعود masud|مجيد majid|ماجد majid|مالك malik|منصور mansur|منير munir|مراد murad|مروان marwan|مختار mukhtar|مبارك mubarak|معروف maruf|محسن muhsin|مرتضي murtada|مجتبي mujtaba
رضا rida|رشيد rashid|راشد rashid|رحيم rahim|رحمن rahman|رحمان rahman|رمضان ramadan|رجب rajab|رستم rustam|رسول rasul|رامي rami|رياض riyad|رفيق rafiq|رؤوف rauf
طارق tariq|طالب talib|طاهر tahir|طه taha|طلال talal|كريم karim|كمال kamal|كامل kamil|كاظم kazim|فاروق faruq|فيصل faysal|فهد fahd|فواز fawwaz|فؤاد fuad|فضل fadl|فرج faraj|فريد farid|فارس faris|فاضل fadil|فتحي fathi
قاسم qasim|قادر qadir|قدير qadir|قحطان qahtan|ناصر nasir|نصر nasr|نصير nasir|نبيل nabil|نجيب najib|نعيم naim|نور nur|نوري nuri|نادر nadir|نزار nizar|نايف nayif
هاشم hashim|هشام hisham|هاني hani|هادي hadi|هيثم haytham|وليد walid|وحيد wahid|وسيم wasim|وائل wail|زيد zayd|زياد ziyad|زكريا zakariya|زين zayn|زهير zuhayr
جمال jamal|جميل jamil|جابر jabir|جعفر jafar|جلال jalal|جهاد jihad|جواد jawad|جاسم jasim|جبريل jibril|داود dawud|داوود dawud|دين din|الدين aldin|الله allah|لله allah
شريف sharif|شاكر shakir|شيخ shaykh|شهاب shihab|شمس shams|شعبان shaban|صالح salih|صلاح salah|صادق sadiq|صدام saddam|صباح sabah|صبري sabri|ضياء diya|ظافر zafir
عباس abbas|عادل adil|عادله adila|عامر amir|امير amir|عارف arif|عاصم asim|عدنان adnan|عزيز aziz|عز izz|عزت izzat|عصام isam|عطيه atiya|عقيل aqil|علاء ala|عماد imad|عمار ammar|عمران imran|عواد awwad|عوض awad|عايض ayid|عايد ayid
غازي ghazi|غسان ghassan|غفار ghaffar|غني ghani|غلام ghulam|حافظ hafiz|حاجي haji|حبيب habib|حكيم hakim|حقاني haqqani|حيدر haydar|حمزه hamza|حمدان hamdan|حمدي hamdi|حارث harith|حازم hazim|حسام husam|حسني husni|حنيف hanif|حق haqq
بشار bashar|بشير bashir|بكر bakr|بلال bilal|بدر badr|بدري badri|باسم basim|بسام bassam|برهان burhan|تميم tamim|توفيق tawfiq|ثابت thabit|سيف sayf|سيد sayyid|سراج siraj|سعود saud|سفيان sufyan|سهيل suhayl|ستار sattar|سلطان sultan|سلام salam|سليماني sulaymani
فاطمه fatima|مريم maryam|زينب zaynab|خديجه khadija|عائشه aisha|ليلي layla|هدي huda|نادیه nadia|سعاد suad|اسماء asma|امل amal|ايمان iman|رقيه ruqayya|زهراء zahra|زهرا zahra|سكينه sakina|معصومه masuma|مليكه malika|نرگس nargis|شيرين shirin|پروين parvin
اكبر akbar|اصغر asghar|پرويز parviz|پور pur|زاده zadeh|حسيني husayni|محمدي muhammadi|احمدي ahmadi|رضايي rezai|كريمي karimi|موسوي musavi|هاشمي hashimi|جعفري jafari|رحيمي rahimi|اميري amiri|عباسي abbasi|صادقي sadiqi|قاسمي qasimi|اكبري akbari|حيدري haydari|نظري nazari|ملا mulla|مولوي mawlawi|خان khan|شاه shah|گل gul|جان jan|بهروز bihruz|بهرام bahram|بهزاد bihzad|فرهاد farhad|فرشاد farshad|فريدون faridun|داريوش dariush|كوروش kurush|سهراب suhrab|سيروس sirus|ايرج iraj|هوشنگ hushang|جمشيد jamshid|خسرو khusraw|اردشير ardashir|آرش arash|ارش arash|مهرداد mihrdad|مسيح masih|قربان qurban|يار yar`

export const ARABIC_NAMES: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/[|\n]/)
    .map((entry) => {
      const [name, latin] = entry.split(' ')
      return [
        name!
          .replace(/[أإآٱ]/g, 'ا')
          .replace(/[یى]/g, 'ي')
          .replace(/ک/g, 'ك')
          .replace(/ة/g, 'ه'),
        latin!,
      ]
    }),
)
