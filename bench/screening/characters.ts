/**
 * Names of China and Korea, written down by hand: family names and the characters of given names with the ways passports and lists spell
 * them. In the public domain (CC0), like everything the labelled set is made of.
 */

/** Characters, then Mandarin in pinyin, by Wade and Giles, Cantonese as in Hong Kong, Hokkien as in Singapore. */
export const CHINESE_FAMILY = `
王 wang wang wong ong|李 li li lee lee|张 zhang chang cheung teo|刘 liu liu lau low|陈 chen chen chan tan|杨 yang yang yeung yeo|黄 huang huang wong ng|赵 zhao chao chiu teo
吴 wu wu ng goh|周 zhou chou chow chew|徐 xu hsu tsui chee|孙 sun sun suen soon|马 ma ma ma beh|朱 zhu chu chu choo|胡 hu hu wu oh|郭 guo kuo kwok kwek|何 he ho ho ho|林 lin lin lam lim
高 gao kao ko koh|罗 luo lo law loh|郑 zheng cheng cheng tay|梁 liang liang leung neo|谢 xie hsieh tse chia|宋 song sung sung song|唐 tang tang tong tng|许 xu hsu hui koh|邓 deng teng tang teng|韩 han han hon han
冯 feng feng fung pang|曹 cao tsao tso chou|彭 peng peng pang phee|曾 zeng tseng tsang chan|蔡 cai tsai choi chua|潘 pan pan poon phua|袁 yuan yuan yuen wang|董 dong tung tung tang|余 yu yu yu yee|苏 su su so soh
叶 ye yeh yip yap|魏 wei wei ngai gwee|蒋 jiang chiang cheung chiew|田 tian tien tin chan|丁 ding ting ting teng|沈 shen shen shum sim|姜 jiang chiang keung kiang|方 fang fang fong png|江 jiang chiang kong kang|邱 qiu chiu yau khoo`
export const CHINESE_GIVEN = `
伟 wei wei wai wee|强 qiang chiang keung keong|军 jun chun kwan koon|建 jian chien kin kian|国 guo kuo kwok kok|文 wen wen man boon|明 ming ming ming beng|华 hua hua wah hua|志 zhi chih chi chee|永 yong yung wing eng
春 chun chun chun choon|海 hai hai hoi hai|德 de te tak teck|金 jin chin kam kim|玉 yu yu yuk geok|红 hong hung hung hong|秀 xiu hsiu sau siew|英 ying ying ying eng|芳 fang fang fong hong|丽 li li lai lee
平 ping ping ping peng|东 dong tung tung tong|林 lin lin lam lim|成 cheng cheng shing seng|光 guang kuang kwong kong|荣 rong jung wing eng|庆 qing ching hing kheng|福 fu fu fuk hock|龙 long lung lung leong|生 sheng sheng sang seng
学 xue hsueh hok hak|忠 zhong chung chung tiong|义 yi i yee ghee|泽 ze tse chak tek|恩 en en yan eng|正 zheng cheng ching cheng|小 xiao hsiao siu seow|晓 xiao hsiao hiu siow|俊 jun chun chun choon|杰 jie chieh kit kiat
宏 hong hung wang hong|立 li li lap lip|安 an an on ann|新 xin hsin san sin|清 qing ching ching cheng|宁 ning ning ning leng|山 shan shan shan san|云 yun yun wan yun|松 song sung chung siong|培 pei pei pui puay`

/** The traditional forms of those characters that have another. */
export const TRADITIONAL =
  '张張|刘劉|陈陳|杨楊|黄黃|赵趙|吴吳|孙孫|马馬|罗羅|郑鄭|谢謝|许許|邓鄧|韩韓|冯馮|苏蘇|叶葉|蒋蔣|伟偉|强強|军軍|国國|华華|红紅|丽麗|东東|荣榮|庆慶|龙龍|学學|义義|泽澤|晓曉|杰傑|宁寧|云雲'

/** Family names: Hangul, Revised Romanization, McCune-Reischauer, as in passports of the South. */
export const KOREAN_FAMILY =
  '김 gim kim kim|이 i yi lee|이 i ri rhee|박 bak pak park|최 choe choe choi|정 jeong chong chung|강 gang kang kang|조 jo cho cho|윤 yun yun yoon|장 jang chang jang|임 im im lim|한 han han han|오 o o oh|서 seo so suh|신 sin sin shin|권 gwon kwon kwon|황 hwang hwang hwang|안 an an ahn|송 song song song|류 ryu ryu ryoo|홍 hong hong hong|전 jeon chon chun|고 go ko koh|문 mun mun moon|양 yang yang yang|손 son son sohn|배 bae pae bae|백 baek paek paik|허 heo ho huh|남 nam nam nam|심 sim sim shim|노 no no roh|하 ha ha ha|곽 gwak kwak kwak|성 seong song sung|차 cha cha cha|주 ju chu joo|우 u u woo|구 gu ku koo|리 ri ri ri'
