/** Forms of one given name, short forms included, across languages. Each line is a group. */
const GROUPS = `
muhammad mohammed mohamed mohammad mohamad muhammed mohd mohamud mohamet mahomed mehmet mehmed mo mokhamed magomed mamadou mukhammad
husayn hussein hussain hossein husain hussien husein huseyin khusein
hasan hassan hasen khasan
yusuf yousef youssef yousuf yusif joseph josef iosif jose jusuf giuseppe josip pepe joe
alexander aleksandr alexandr aleksander alexandre oleksandr alejandro alexandros iskander alex sasha aliaksandr alessandro sandro
aleksandra alexandra oleksandra sasha
sergei sergey seryozha serguei serhiy serge sergio siarhei serhii sergii
dmitry dmitri dmitriy dmytro dimitri dimitry dima dzmitry dmitrii dimitrios
yevgeny evgeny evgeni yevgeniy evgeniy evgueni yevhen eugene evgenii zhenya yauheni jevgeni eugen eugenio
vladimir volodymyr wladimir uladzimir vova volodya vladimer
mikhail michail mihail mykhailo michael miguel misha mihai mikael michel mike mick miggy mikhael mickey
aleksei aleksey alexei alexey oleksiy alexis aliaksei oleksii lyosha
nikolai nikolay mykola nicolai nicholas nicolas kolya mikalai nicola nick nicolae
andrei andrey andriy andrej andrew andres andre andreas andrii andrea andy drew
yuri yury yuriy iurii jurij yurii yura yuriy
george georgy georgiy georgi giorgi jorge giorgio georgios georg georges
igor ihor
pavel pavlo paul pablo paulo pasha paolo
petr pyotr petro peter pedro pierre piotr petar pete pietro
ivan john juan jean ioann johannes ian vanya johann giovanni joao jan jack johnny
elena yelena olena helen lena alena helena
natalya natalia nataliya natasha nataliia nathalie
ekaterina yekaterina kateryna catherine katya katerina kate katherine katarina kathy
francisco francis paco pancho franz francesco frank franciszek
konstantin kostyantyn constantine kostya constantin
vyacheslav viacheslav slava
stanislav slava stas
anatoly anatoliy anatolii anatoli tolya
leonid leonyd lyonya
maxim maksim maksym max maxime
anna ana anne hanna ganna anya
maria mariya mary marie maryam mariia masha miriam
tatiana tatyana tetiana tetyana tanya
irina iryna irene ira
olga olha olya
svetlana svitlana sveta
ludmila lyudmila liudmyla lyuda
oksana aksana
roman ramon roma
denis denys dennis
grigory grigoriy hryhoriy gregory gregorio grisha greg grigorii
vasily vasiliy vasyl basil vasilii vasya
boris borys borya
fyodor fedor theodore fedir teodor
stepan stephen steven stefan esteban etienne stephan steve stefano istvan
artem artyom artemiy tyoma
viktor victor vitya
valery valeriy valerii valerie
ilya illia ilia elijah elias
osama usama oussama ousama
uthman othman osman usman ousmane
umar omar oumar omer
abdullah abdallah abdulla abdollah
ahmad ahmed akhmed akhmad achmad ahmet ahamed
ali aly
ibrahim ebrahim abraham ibragim brahim abe avraham
ismail esmail ismael ismayil
yaqub yakub jacob yaakov jakob jacques diego santiago james jaime
dawud daud david dawood davoud dave
sulayman suleiman solomon soleiman suleyman salomon
musa moussa moses mousa moshe moises
isa issa eisa jesus
ishaq isaac ishak eshaq
yunus younes jonas yunis
khalid khaled
qasim qassem kasim ghasem qasem kassem
said saeed saeid sayed sayeed
umarov omarov
yahya yehia jahja
nasir nasser naser
jamal gamal djamal
jafar jaafar ghafar djafar
rashid rachid rasheed
karim kareem kerim
abdul abdel abd abdal
kim gim
lee ri yi rhee rhi
park pak bak
choe choi
jong chong jung jeong
ryong yong
pyong byong
william guillermo guglielmo wilhelm bill will billy liam
robert roberto bob rob bobby
richard ricardo riccardo dick rick
thomas tomas tommaso tom tommy
edward eduardo ed eddie ted edoardo
charles carlos carlo charlie karl chuck
henry enrique enrico heinrich harry henri
luis louis luigi ludwig lewis lou
antonio anthony anton antoine tony antonios
manuel emmanuel emanuel manny manolo
fernando ferdinand nando
rafael raphael rafa
daniel danilo dan danny daniil danylo
matthew mateo matteo matthias matt
philip felipe philippe filip phil filippo
samuel sam sammy samuil
benjamin ben benny
christopher cristobal chris christoph
elizabeth elisabeth isabel liz beth eliza yelizaveta elizaveta
margaret margarita marguerite maggie rita
susan susana suzanne
theresa teresa tess
lawrence lorenzo laurent larry
vincent vicente vincenzo vince
patrick patricio pat
xavier javier
raymond ramon raimundo ray
timothy timofey timur tim
gerald gerardo gerard jerry
leonardo leonard leo lenny
ronald ron ronnie
donald don
kenneth ken
walter gualterio wally
rodrigo roderick rod
jeffrey jeff geoffrey
gabriel gavriil gabe
rosario chayo
guadalupe lupe
ignacio nacho
dolores lola
`

/** Group number of each name form; a form in several groups belongs to the first. */
export const NICKNAME_GROUP: ReadonlyMap<string, number> = (() => {
  const groups = new Map<string, number>()
  GROUPS.trim()
    .split('\n')
    .forEach((line, group) => {
      for (const form of line.split(' ')) if (!groups.has(form)) groups.set(form, group)
    })
  return groups
})()
