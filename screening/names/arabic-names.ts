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
اكبر akbar|اصغر asghar|پرويز parviz|پور pur|زاده zadeh|حسيني husayni|محمدي muhammadi|احمدي ahmadi|رضايي rezai|كريمي karimi|موسوي musavi|هاشمي hashimi|جعفري jafari|رحيمي rahimi|اميري amiri|عباسي abbasi|صادقي sadiqi|قاسمي qasimi|اكبري akbari|حيدري haydari|نظري nazari|ملا mulla|مولوي mawlawi|خان khan|شاه shah|گل gul|جان jan|بهروز bihruz|بهرام bahram|بهزاد bihzad|فرهاد farhad|فرشاد farshad|فريدون faridun|داريوش dariush|كوروش kurush|سهراب suhrab|سيروس sirus|ايرج iraj|هوشنگ hushang|جمشيد jamshid|خسرو khusraw|اردشير ardashir|آرش arash|ارش arash|مهرداد mihrdad|مسيح masih|قربان qurban|يار yar
ثروت tharwat|شحاته shihata|شحاده shahada|شوقي shawqi|فوزي fawzi|فايز fayiz|فائز faiz|فتاح fattah|قيس qays|كنعان kanan|لطيف latif|لطفي lutfi|لقمان luqman|ماهر mahir|مازن mazin|مؤيد muayyad|مثني muthanna|مقتدي muqtada|مجدي majdi|محيي muhyi|مدحت midhat|مرعي mari|مرهف murhaf|مصعب musab|معاذ muadh|معاويه muawiya
معتز mutazz|معمر muammar|مفتاح miftah|مقداد miqdad|مناف manaf|منذر mundhir|مهند muhannad|موفق muwaffaq|ميلاد milad|ناجي naji|ناظم nazim|نبيه nabih|نجم najm|نشات nashat|نضال nidal|نعمان numan|نوفل nawfal|نواف nawwaf|همام humam|وجيه wajih|وسام wisam|وفيق wafiq|يزيد yazid|مامون mamun|محفوظ mahfuz|مسلم muslim|مظفر muzaffar
ايهاب ihab|ايمن ayman|اياد iyad|اشرف ashraf|اديب adib|انس anas|اوس aws|الياس ilyas|باقر baqir|بهاء baha|بهجت bahjat|ثائر thair|جودت jawdat|حاتم hatim|حمود hammud|حسان hassan|حلمي hilmi|خضر khadr|خطاب khattab|خيري khayri|دريد durayd|راغب raghib|رافع rafi|ربيع rabi|رشاد rashad|رضوان ridwan|رعد rad|رفعت rifat
زاهر zahir|زاهد zahid|زبير zubayr|زكي zaki|ساجد sajid|سامر samir|سرور surur|سعدون sadun|سعدي sadi|شادي shadi|شامل shamil|شفيق shafiq|شكري shukri|شهيد shahid|صابر sabir|صافي safi|صبحي subhi|صخر sakhr|صفوان safwan|صقر saqr|طلعت talat|ظاهر zahir|عاطف atif|عاكف akif|عبود abbud|عثماني uthmani|عدي uday|عرفات arafat|عزام azzam
عصمت ismat|عطا ata|علوان alwan|علوي alawi|عوني awni|عياد ayyad|عياش ayyash|غانم ghanim|غياث ghiyath|فادي fadi|فاخر fakhir|فخري fakhri|فراس firas|فلاح falah|قصي qusay|كنان kinan|لؤي luay|نائل nail|هلال hilal|وضاح waddah|سلامه salama|حماد hammad|حماده hamada|درويش darwish|فرزين farzin|بيژن bizhan|منوچهر manuchihr|ناهيد nahid|نسرين nasrin|پيمان payman|كيوان kayvan|كامران kamran|كاوه kava|مهران mihran|بهمن bahman
حلبي halabi|شامي shami|مصري misri|بغدادي baghdadi|تكريتي tikriti|دوري duri|راوي rawi|جبوري juburi|دليمي dulaymi|كبيسي kubaysi|حديثي hadithi|موصلي mawsili|بصري basri|نجفي najafi|يمني yamani|حوثي huthi|عراقي iraqi|ايراني irani|خراساني khurasani|تهراني tihrani|اصفهاني isfahani|شيرازي shirazi|تبريزي tabrizi|كاشاني kashani|افغاني afghani|كردي kurdi|تركي turki|مغربي maghribi|جزائري jazairi|تونسي tunisi|ليبي libi|سوداني sudani|سوري suri|لبناني lubnani|كويتي kuwayti|قطري qatari|سعودي saudi`

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
