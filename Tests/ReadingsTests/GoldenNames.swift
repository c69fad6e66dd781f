import Testing

/// Names in Han script with the letter that they are filed under and their readings.
enum GoldenNames {
  struct Name: CustomTestStringConvertible {
    let text: String
    let letter: Character
    let syllables: [String]

    var testDescription: String { text }
  }

  static let all: [Name] = table.split(separator: "\n").map { line in
    let fields = line.split(separator: " ")
    return Name(
      text: String(fields[0]), letter: Character(String(fields[1])),
      syllables: fields.dropFirst(2).map(String.init))
  }

  private static let table = """
    长安 C chang an
    长安轿车 C chang an jiao che
    长安商用 C chang an shang yong
    長安 C chang an
    长城 C chang cheng
    长江 C chang jiang
    长虹 C chang hong
    重庆 C chong qing
    重慶 C chong qing
    重汽 Z zhong qi
    曾国藩 Z zeng guo fan
    曾 Z zeng
    单雄信 S shan xiong xin
    单 S shan
    单车 D dan che
    單田芳 S shan tian fang
    仇英 Q qiu ying
    解珍 X xie zhen
    解放 J jie fang
    查良镛 Z zha liang yong
    查理 C cha li
    朴树 P pu shu
    朴槿惠 P piao jin hui
    区大为 O ou da wei
    区块链 Q qu kuai lian
    曲美 Q qu mei
    翟天临 Z zhai tian lin
    尉迟恭 Y yu chi gong
    尉遲恭 Y yu chi gong
    万俟卨 M mo qi xie
    万科 W wan ke
    盖叫天 G ge jiao tian
    盖亚 G gai ya
    缪荃孙 M miao quan sun
    覃辉 Q qin hui
    种师道 C chong shi dao
    种子 Z zhong zi
    召公 S shao gong
    员半千 Y yun ban qian
    员工 Y yuan gong
    乐毅 Y yue yi
    乐羊 Y yue yang
    乐视 L le shi
    樂視 L le shi
    乐高 L le gao
    乐道 L le dao
    乐扣乐扣 L le kou le kou
    乐天 L le tian
    音乐 Y yin yue
    可口可乐 K ke kou ke le
    华为 H hua wei
    任正非 R ren zheng fei
    宁德时代 N ning de shi dai
    纪晓岚 J ji xiao lan
    冼星海 X xian xing hai
    逄锦聚 P pang jin ju
    那英 N na ying
    牟其中 M mu qi zhong
    隗嚣 W wei xiao
    郇 X xun
    钭 T tou
    佴 N nai
    长孙无忌 Z zhang sun wu ji
    令狐冲 L ling hu chong
    澹台灭明 T tan tai mie ming
    单于 C chan yu
    鲜于 X xian yu
    诸葛亮 Z zhu ge liang
    欧阳修 O ou yang xiu
    沈腾 S shen teng
    葛优 G ge you
    何炅 H he jiong
    柏林 B bo lin
    绿地 L lv di
    綠地 L lv di
    绿城 L lv cheng
    吕布 L lv bu
    女娲 N nv wa
    哈弗 H ha fu
    哈佛 H ha fo
    厦门 X xia men
    大厦 D da sha
    东莞 D dong guan
    番禺 P pan yu
    六安 L lu an
    蚌埠 B beng bu
    台州 T tai zhou
    会稽 K kuai ji
    成都 C cheng du
    都市 D du shi
    中国银行 Z zhong guo yin hang
    中国工商银行 Z zhong guo gong shang yin hang
    行者 X xing zhe
    家长 J jia zhang
    西藏 X xi zang
    朝阳 C chao yang
    朝鲜 C chao xian
    石家庄 S shi jia zhuang
    佛山 F fo shan
    阿胶 E e jiao
    什刹海 S shi cha hai
    省略 S sheng lve
    饿了么 E e le me
    美的 M mei di
    谷歌 G gu ge
    蔚来 W wei lai
    奥迪 A ao di
    阿尔法·罗密欧 A a er fa luo mi ou
    阿斯顿·马丁 A a si dun ma ding
    巴博斯 B ba bo si
    宝骏 B bao jun
    宝马 B bao ma
    保时捷 B bao shi jie
    北京汽车 B bei jing qi che
    北汽幻速 B bei qi huan su
    北汽威旺 B bei qi wei wang
    北汽制造 B bei qi zhi zao
    奔驰 B ben chi
    奔腾 B ben teng
    本田 B ben tian
    标致 B biao zhi
    别克 B bie ke
    宾利 B bin li
    比亚迪 B bi ya di
    布加迪 B bu jia di
    昌河 C chang he
    道奇 D dao qi
    大通 D da tong
    大众 D da zhong
    东风 D dong feng
    东风风度 D dong feng feng du
    东风风神 D dong feng feng shen
    东风风行 D dong feng feng xing
    东风小康 D dong feng xiao kang
    东南 D dong nan
    法拉利 F fa la li
    飞驰商务车 F fei chi shang wu che
    菲斯克 F fei si ke
    菲亚特 F fei ya te
    丰田 F feng tian
    福迪 F fu di
    弗那萨利 F fu na sa li
    福汽启腾 F fu qi qi teng
    福特 F fu te
    福田 F fu tian
    光冈 G guang gang
    广汽 G guang qi
    广汽吉奥 G guang qi ji ao
    广汽日野 G guang qi ri ye
    观致汽车 G guan zhi qi che
    哈飞 H ha fei
    海格 H hai ge
    海马 H hai ma
    海马商用车 H hai ma shang yong che
    恒天汽车 H heng tian qi che
    红旗 H hong qi
    黄海 H huang hai
    华泰 H hua tai
    汇众 H hui zhong
    江淮 J jiang huai
    江铃 J jiang ling
    江南 J jiang nan
    捷豹 J jie bao
    吉利帝豪 J ji li di hao
    吉利全球鹰 J ji li quan qiu ying
    吉利英伦 J ji li ying lun
    金杯 J jin bei
    金龙联合 J jin long lian he
    金旅客车 J jin lv ke che
    九龙 J jiu long
    卡尔森 K ka er sen
    凯迪拉克 K kai di la ke
    开瑞 K kai rui
    克莱斯勒 K ke lai si le
    科尼塞克 K ke ni sai ke
    兰博基尼 L lan bo ji ni
    蓝海房车 L lan hai fang che
    劳斯莱斯 L lao si lai si
    雷克萨斯 L lei ke sa si
    雷诺 L lei nuo
    莲花 L lian hua
    猎豹汽车 L lie bao qi che
    力帆 L li fan
    铃木 L ling mu
    理念 L li nian
    林肯 L lin ken
    陆风 L lu feng
    路虎 L lu hu
    路特斯 L lu te si
    迈凯伦 M mai kai lun
    玛莎拉蒂 M ma sha la di
    马自达 M ma zi da
    摩根 M mo gen
    纳智捷 N na zhi jie
    欧宝 O ou bao
    讴歌 O ou ge
    欧朗 O ou lang
    启辰 Q qi chen
    庆铃 Q qing ling
    奇瑞 Q qi rui
    起亚 Q qi ya
    日产 R ri chan
    荣威 R rong wei
    瑞麒 R rui qi
    三菱 S san ling
    山姆 S shan mu
    绅宝 S shen bao
    双环 S shuang huan
    双龙 S shuang long
    斯巴鲁 S si ba lu
    斯柯达 S si ke da
    泰卡特 T tai ka te
    特斯拉 T te si la
    威麟 W wei lin
    威兹曼 W wei zi man
    沃尔沃 W wo er wo
    五菱 W wu ling
    现代 X xian dai
    星客特 X xing ke te
    新凯 X xin kai
    西雅特 X xi ya te
    雪佛兰 X xue fo lan
    雪铁龙 X xue tie long
    扬州亚星客车 Y yang zhou ya xing ke che
    野马汽车 Y ye ma qi che
    英菲尼迪 Y ying fei ni di
    一汽 Y yi qi
    依维柯 Y yi wei ke
    永源 Y yong yuan
    之诺 Z zhi nuo
    中华 Z zhong hua
    中欧 Z zhong ou
    众泰 Z zhong tai
    中通客车 Z zhong tong ke che
    中兴 Z zhong xing
    理想 L li xiang
    小鹏 X xiao peng
    问界 W wen jie
    极氪 J ji ke
    领克 L ling ke
    零跑 L ling pao
    哪吒 N ne zha
    岚图 L lan tu
    """
}
