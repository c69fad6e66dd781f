/// The parts that names are made of.
enum Names {
  /// Names that are in every catalogue, but only in a few entries.
  static let planted = ["Ngozi Okonkwo", "Astrid Lindgren"]

  /// Given names in ASCII.
  static let given = [
    "Adam", "Agnes", "Albert", "Alexander", "Alice", "Amanda", "Amelia", "Anders", "Andrea", "Anna",
    "Anthony", "Antonia", "Arthur", "Astrid", "August", "Barbara", "Benjamin", "Bianca", "Boris",
    "Brigitte", "Bruno", "Camilla", "Carla", "Carlos", "Caroline", "Catherine", "Charles",
    "Charlotte", "Christian", "Clara", "Claudia", "Daniel", "David", "Diana", "Dominik", "Dorothea",
    "Edith", "Edward", "Elena", "Elisabeth", "Ellen", "Emil", "Emma", "Erik", "Ernesto", "Eva",
    "Felix", "Fiona", "Florian", "Frances", "Frank", "Frederik", "Gabriel", "Georg", "Gerda",
    "Giulia", "Greta", "Gustav", "Hanna", "Hannah", "Harald", "Heinrich", "Helena", "Henry", "Hugo",
    "Ida", "Igor", "Ingrid", "Irene", "Isabel", "Jakob", "James", "Jan", "Joanna", "Johannes",
    "Jonas", "Josef", "Julia", "Karin", "Karl", "Katharina", "Konrad", "Laura", "Leo", "Lena",
    "Linda", "Louis", "Lucas", "Lucia", "Magnus", "Margaret", "Maria", "Marianne", "Mario", "Marta",
    "Martin", "Matthias", "Max", "Michael", "Miriam", "Monica", "Natalia", "Nicolas", "Nina",
    "Nora", "Oliver", "Olga", "Oscar", "Otto", "Pablo", "Patricia", "Paul", "Paula", "Peter",
    "Philip", "Quentin", "Rachel", "Ralph", "Rebecca", "Richard", "Robert", "Roberta", "Roman",
    "Rosa", "Ruth", "Samuel", "Sandra", "Sara", "Sebastian", "Silvia", "Simon", "Sofia", "Stefan",
    "Stella", "Susanna", "Sven", "Teresa", "Theodor", "Thomas", "Tobias", "Ulrike", "Valentina",
    "Vera", "Veronica", "Victor", "Vincent", "Viola", "Walter", "Wanda", "William", "Xenia",
    "Yvonne",
  ]
  static let accentedGiven = [
    "Émilie", "Édouard", "André", "Aurélie", "Björn", "Börje", "Chloé", "Céline", "Cédric",
    "François", "Frédéric", "Gaël", "Geneviève", "Günther", "Hélène", "Héloïse", "Ines", "Inês",
    "Jérôme", "Jörg", "Jürgen", "José", "João", "Łukasz", "Lucía", "Maëlle", "Małgorzata", "Márta",
    "Mónica", "Noël", "Øyvind", "Özlem", "Pénélope", "Raúl", "René", "Rosângela", "Sébastien",
    "Sjöfn", "Søren", "Stéphanie", "Štefan", "Théo", "Tomáš", "Ugnė", "Valérie", "Věra", "Zoë",
    "Åsa", "Ángel", "Ödön",
  ]
  static let surnames = [
    "Abbott", "Adler", "Allen", "Alvarez", "Andersen", "Anderson", "Baker", "Barbieri", "Bauer",
    "Becker", "Bennett", "Bernard", "Bianchi", "Blanc", "Brandt", "Brown", "Bruno", "Campbell",
    "Carlsen", "Carter", "Clark", "Collins", "Conti", "Cooper", "Costa", "Cruz", "Davies", "Dekker",
    "Diaz", "Dubois", "Durand", "Edwards", "Evans", "Ferrari", "Fischer", "Fontaine", "Foster",
    "Franke", "Garnier", "Gonzalez", "Graham", "Greco", "Green", "Hall", "Hansen", "Harris",
    "Hartmann", "Hill", "Hoffmann", "Hughes", "Ivanov", "Jackson", "Jansen", "Jensen", "Johnson",
    "Jones", "Kaiser", "Keller", "Kelly", "King", "Klein", "Koch", "Kowalski", "Krause", "Lambert",
    "Lange", "Larsen", "Laurent", "Leroy", "Lewis", "Lombardi", "Lopez", "Ludwig", "Marino",
    "Marquez", "Martin", "Meyer", "Miller", "Moore", "Moreau", "Morgan", "Morris", "Murphy",
    "Nguyen", "Nielsen", "Novak", "Olsen", "Orlando", "Parker", "Pereira", "Peters", "Petersen",
    "Phillips", "Popov", "Quinn", "Ramos", "Reed", "Ricci", "Richter", "Rivera", "Roberts",
    "Robinson", "Rodrigues", "Romano", "Rossi", "Roux", "Russo", "Santos", "Schmidt", "Schneider",
    "Schulz", "Scott", "Silva", "Simon", "Smirnov", "Smith", "Sousa", "Stewart", "Taylor", "Thomas",
    "Thompson", "Turner", "Vasquez", "Vidal", "Vogel", "Wagner", "Walker", "Ward", "Watson",
    "Weber", "White", "Williams", "Wilson", "Winkler", "Wolf", "Wood", "Wright", "Young",
    "Zimmermann",
  ]
  static let accentedSurnames = [
    "Álvarez", "Åkesson", "Böhm", "Čapek", "Castaño", "Dvořák", "Ekström", "Fernández", "Förster",
    "Gärtner", "García", "Gómez", "González", "Gößmann", "Grünwald", "Håkansson", "Horváth",
    "Ibáñez", "Jiménez", "Jäger", "Kovács", "Köhler", "Königsberg", "Lefèvre", "Löfgren",
    "López", "Lübeck", "Martínez", "Müller", "Muñoz", "Møller", "Nuñez", "Núñez", "Öberg", "Ørsted",
    "Pérez", "Prévost", "Rodríguez", "Sánchez", "Schäfer", "Schröder", "Sjöberg", "Śliwa", "Strauß",
    "Tóth", "Vögele", "Weiß", "Yılmaz", "Żukowski",
  ]
  /// Beginnings of German and Nordic surnames.
  static let heads = [
    "Ahl", "Al", "Alt", "Arn", "Bach", "Berg", "Birk", "Blom", "Brand", "Brunn", "Busch", "Dahl",
    "Dorn", "Ecker", "Eich", "Ek", "Engel", "Erl", "Falk", "Feld", "Fors", "Frank", "Freud", "Gold",
    "Grand", "Gron", "Hagel", "Hal", "Ham", "Hart", "Haus", "Hed", "Heim", "Hell", "Hern", "Hirsch",
    "Hohen", "Holm", "Horn", "Iver", "Kald", "Kastan", "Kirch", "Kron", "Land", "Laub", "Leit",
    "Lind", "Lund", "Mal", "Marien", "Mehl", "Mitter", "Nord", "Nuss", "Ny", "Ober", "Oster",
    "Rosen", "Roth", "Sand", "Schall", "Silber", "Sonnen", "Stein", "Stern", "Strand", "Sund",
    "Tann", "Thal", "Tor", "Ulm", "Under", "Wald", "Wall", "Wein", "Weisen", "Wester", "Winter",
    "Zell",
  ]
  /// Endings of German and Nordic surnames.
  static let tails = [
    "bach", "back", "baum", "beck", "berg", "berger", "blad", "blatt", "born", "brandt", "bruch",
    "burg", "by", "dahl", "dorf", "eck", "feld", "gaard", "gren", "hagen", "hall", "hammer", "hart",
    "haus", "hausen", "heim", "hof", "holm", "horn", "huber", "lein", "lund", "man", "mann", "mark",
    "meier", "müller", "nes", "quist", "qvist", "rath", "ring", "rud", "sen", "ski", "son", "stad",
    "stein", "ström", "strup", "tal", "thaler", "vik", "wald", "weg", "wig", "worth",
  ]
  static let firms = [
    " AB", " AG", " GmbH", " Ltd", " S.A.", " und Söhne", " Motors", " Garage", " Frères",
    " Automobile", " Holding", " Consulting",
  ]
  static let chineseSurnames = [
    "王", "李", "张", "刘", "陈", "杨", "黄", "赵", "吴", "周", "徐", "孙", "马", "朱", "胡", "郭",
    "何", "高", "林", "罗", "郑", "梁", "谢", "宋", "唐", "许", "韩", "冯", "邓", "曹", "彭", "曾",
    "肖", "田", "董", "袁", "潘", "于", "蒋", "蔡", "欧阳", "司马", "上官",
  ]
  /// Characters that given names are made of.
  static let chineseGiven = [
    "伟", "芳", "娜", "敏", "静", "丽", "强", "磊", "军", "洋", "勇", "艳", "杰", "娟", "涛", "明",
    "超", "秀", "霞", "平", "刚", "桂", "英", "华", "玉", "兰", "红", "梅", "鑫", "波", "鹏", "宇",
    "浩", "然", "佳", "欣", "怡", "雨", "婷", "思", "远", "志", "国", "文", "建", "春", "晓", "东",
    "海", "云", "天", "山", "宝", "安", "城", "长", "风", "凤", "龙", "雪", "晨", "阳", "博", "瑞",
    "琳", "琪", "子", "涵", "梓", "轩", "一", "诺", "可", "馨", "语", "嘉", "俊", "泽", "奥", "迪",
  ]
  static let brands = [
    "奥迪", "阿斯顿·马丁", "宝马", "宝骏", "奔驰", "本田", "比亚迪", "标致", "别克", "宾利", "长安",
    "长城", "大众", "东风", "法拉利", "丰田", "福特", "广汽", "哈弗", "海马", "红旗", "吉利",
    "江淮", "捷豹", "捷达", "凯迪拉克", "雷克萨斯", "林肯", "路虎", "马自达", "名爵", "讴歌",
    "欧宝", "起亚", "奇瑞", "日产", "荣威", "三菱", "斯柯达", "特斯拉", "沃尔沃", "五菱", "现代",
    "雪佛兰", "雪铁龙", "一汽", "英菲尼迪", "众泰",
  ]
  static let cities = [
    "", "上海", "北京", "广州", "深圳", "天津", "重庆", "成都", "武汉", "西安", "南京", "杭州",
    "苏州", "青岛", "大连", "宁波", "厦门", "长沙", "郑州", "沈阳", "哈尔滨", "昆明", "福州",
    "合肥", "济南",
  ]
}
