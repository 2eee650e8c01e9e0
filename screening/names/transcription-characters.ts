/** Characters that Chinese spells foreign names with, and the sound each is mostly chosen for. Written by hand. */
export const TRANSCRIPTION_CHARACTERS: ReadonlyMap<string, string> = new Map(
  (
    '阿a 埃e 艾ai 爱ai 愛ai 安an 昂an 奥o 奧o 澳o 巴ba 白bai 班ban 邦ban 包bau 保pau 鲍bau 鮑bau 贝be 貝be 本ben 比bi 彼pi 别be 別be 宾bin 賓bin 波po 玻bo 伯ber 博bo 勃b 布b 查cha 察cha 昌chan 彻che 徹che 茨z 次ts 达da 達da 戴dai 丹dan 道dau 德d 得de 登den 邓den 鄧den 狄di 迪di 蒂ti 帝ti ' +
    '丁din 东don 東don 杜du 顿ton 頓ton 多do 厄e 恩n 儿er 尔r 爾r 耳r 法fa 凡van 范van 菲fi 费fe 費fe 芬fin 丰fon 佛f 弗f 夫v 福fo 富fu 盖ge 蓋ge 甘gan 冈gan 岡gan 高gau 戈go 哥go 格g 葛g 根gen 贡gon 古gu 瓜gua 圭gui 哈ha 海hai 汉han 漢han 杭han 豪hau 赫h 黑he 亨hen 洪hon 侯hou 胡hu 华wa 華wa 怀wai 惠we 霍ho ' +
    '基ki 吉gi 季ji 加ka 贾ja 賈ja 简jen 簡jen 姜jan 焦jo 杰je 傑je 捷ch 金kin 津zin 京kin 久ju 居ju 卡ka 凯kai 凱kai 坎kan 康kon 考kau 柯ko 科ko 可ko 克k 肯ken 孔kon 库ku 庫ku 夸kua 奎kui 昆kun 坤kun 扩ko 拉la 腊la 莱le 萊le 赖lai 賴lai 兰lan 蘭lan 朗lan 劳lau 勞lau 勒le 雷re 蕾re 里ri 理ri 李li 莉li 丽li 麗li 利li 立li ' +
    '廉liam 连len 莲len 良lyan 列le 烈re 林lin 龙ron 龍ron 隆ron 卢lu 盧lu 鲁ru 魯ru 路lu 露ru 吕lu 伦len 倫len 罗ro 羅ro 洛lo 马ma 馬ma 玛ma 瑪ma 迈mai 邁mai 麦mak 麥mak 曼man 芒man 毛mau 茂mo 梅me 门men 門men 蒙mon 孟mun 米mi 密mi 敏min 明min 莫mo 摩mo 默mer 姆m 穆mu 纳na 納na 娜na 乃nai 南nan 瑙nau 内ne 內ne 能nen 尼ni 妮ni 涅ne 宁nin 寧nin 纽nu 紐nu 农non ' +
    '努nu 诺no 諾no 欧eu 歐eu 帕pa 派pai 潘pan 庞pan 佩pe 彭pen 皮pi 平pin 珀per 普pu 奇chi 契che 乔jo 喬jo 切che 琴chin 钦chin 欽chin 丘chu 琼jon 瓊jon 热re 熱re 仁ren 日zh 荣ron 茹ru 儒ju 瑞ri 若jo 萨sa 薩sa 赛se 賽se 桑san 瑟se 塞se 森sen 沙sha 莎sha 尚shan 绍sho 紹sho 舍she 申shen 圣san 聖san 施sh 什sh 史s 士s 舒shu 朔sho 斯s 丝s 思s 松son 苏su 蘇su 孙son 孫son 索so 塔ta 泰tai 坦tan 汤tom 湯tom 唐tan 陶tau 特t 滕ten 提ti 铁te ' +
    '廷tin 通ton 图tu 圖tu 土tu 托to 瓦va 万van 萬van 旺van 威wi 维vi 維vi 韦we 韋we 魏we 温win 文ven 翁on 沃vo 乌u 烏u 吴u 伍wu 武u 西si 希hi 锡si 錫si 席shi 夏sha 香shan 肖sho 萧sho 歇she 谢she 謝she 欣shin 辛sin 兴shin 雄shon 休hu 修shu 许hu 逊son 遜son 雅ya 亚ya 亞ya 延yan 扬yan 杨yan 耶ye 叶ye 葉ye 伊i 依i 易i 因in 英in 永yon 尤yu 于yu 約jo 约jo 云yun 扎za 札za 赞zan 詹jam 泽ze 澤ze 曾zen 张zhan 哲zhe 珍jen 真jen 芝ji 志zhi 朱ju 卓zho 兹z 茲z 子z 佐zo 祖zu 娅ya 娃va 俄o 茵in 琳lin 琪chi 珊san 茜si 薇vi 黛da 蓓be 婭ya 羌chan 岑tsen 菈la 沁chin 庄jon'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
)
