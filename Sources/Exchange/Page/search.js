const tables = JSON.parse(document.querySelector("script[type='application/json']").textContent);

// MARK: Letters

// A text is searched as code: for each letter its base, then its accents, then the original kana, each
// after a mark. The code of a field ends with a mark that says whether its digits may be grouped.
const [ACCENT, KANA, TEXT, VALUE, BARE] = "\uFDD0\uFDD1\uFDD2\uFDD3\uFDD4";
const ANY_ACCENTS = `(?:${ACCENT}.)*`;
const ANY_KANA = `(?:${KANA}.)?`;

const isReserved = /[\uFDD0-\uFDD4]/;

/** A text in which other noncharacters replace the characters that are marks in code. */
const unmarked = text => isReserved.test(text)
  ? text.replace(/[\uFDD0-\uFDD4]/g, mark => String.fromCharCode(mark.charCodeAt(0) + 0x18)) : text;

const isAccent = new RegExp(`^[${tables.accents}]$`, "u");
const plainLetters = new Map(tables.letters.split(" ").map(([letter, ...plain]) => [letter, plain]));
const largeKana = new Map(tables.kana.match(/../gu).map(([small, large]) => [small, large]));
const VOICED = "\u3099";

/** The case folding of letters whose lower case is missing or another letter. */
const foldedTo = {
  "ß": "ss", "ς": "σ", "\u0345": "ι",
  "ᲀ": "в", "ᲁ": "д", "ᲂ": "о", "ᲃ": "с", "ᲄ": "т", "ᲅ": "т", "ᲆ": "ъ", "ᲇ": "ѣ", "ᲈ": "ꙋ",
};

/** A character as Unicode's NFKC_Casefold has it. */
const caseFolded = character =>
  [...character.normalize("NFKD").toLowerCase()].map(letter => foldedTo[letter] ?? letter).join("")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "").normalize("NFKC");

/** A kana as a large hiragana, with the small one if it was small; `null` for other characters. */
function plainKana(character) {
  let value = character.codePointAt(0);
  const isVoiced = value >= 0x30F7 && value <= 0x30FA;
  if (isVoiced) {
    value += 0x308F - 0x30F7;
  } else if (value >= 0x30A1 && value <= 0x30F6 || value === 0x30FD || value === 0x30FE) {
    value -= 0x60;
  } else if (!(value >= 0x3041 && value <= 0x3096 || value >= 0x31F0 && value <= 0x31FF)) {
    return null;
  }
  const kana = String.fromCodePoint(value);
  const large = largeKana.get(kana);
  if (!large && kana === character) return null;
  return { base: large ?? kana, small: large ? kana : "", isVoiced };
}

/** The letters of characters that may combine: each a base, `BARE` for none, with its accents. */
function lettersOfSegment(segment) {
  const letters = [];
  const add = (base, accents = "", kana = "") => letters.push({ base, accents, kana });
  if (tables.dottedI) segment = segment.normalize("NFKC").replaceAll("I", "ı").replaceAll("İ", "i");
  for (const character of [...segment].map(caseFolded).join("").normalize("NFC")) {
    const kana = plainKana(character);
    const [first, ...rest] = character.normalize("NFD");
    if (kana) {
      // Whether a kana is katakana counts only where accents count.
      add(kana.base, kana.small, kana.small === character ? "" : character);
      if (kana.isVoiced) add(VOICED, "", character);
    } else if (isAccent.test(character)) {
      if (letters.length === 0) add(BARE);
      letters.at(-1).accents += character;
    } else if (rest.every(mark => isAccent.test(mark))) {
      const plain = plainLetters.get(first);
      if (plain) for (const base of plain) add(base, first);
      else add(first);
      letters.at(-1).accents += rest.join("");
    } else {
      add(character);
    }
  }
  // The normal form has accents in their canonical order.
  for (const letter of letters) letter.accents = [...letter.accents.normalize("NFD")];
  return letters;
}

// The segments of a text: letters that in lower case are their own code, or another character with
// all marks that may join it.
const PLAIN = (tables.dottedI ? "\\0-HJ-\\x7F" : "\\0-\\x7F") + "\\u3400-\\u9FFF";
const JOINING = "\\p{M}\\p{Default_Ignorable_Code_Point}\\u1160-\\u11FF\\uFF9E\\uFF9F";
const segments = new RegExp(`[${PLAIN}]+(?![${JOINING}])|[^][${JOINING}]*`, "gu");
const isPlain = new RegExp(`^[${PLAIN}]+$`);

const lettersOf = text => [...text.matchAll(segments)].flatMap(([segment]) =>
  isPlain.test(segment) ? [...segment].flatMap(lettersOfSegment) : lettersOfSegment(segment));

const known = new Map();

function codeOfSegment(segment) {
  if (isPlain.test(segment)) return segment.toLowerCase();
  let code = known.get(segment);
  if (code === undefined) {
    code = lettersOfSegment(segment).map(({ base, accents, kana }) =>
      base + accents.map(accent => ACCENT + accent).join("") + (kana && KANA + kana)).join("");
    if (known.size < 1 << 16) known.set(segment, code);
  }
  return code;
}

const composed = new RegExp(`[${PLAIN}][${JOINING}]+|[^${PLAIN}${TEXT}${VALUE}][${JOINING}]*`, "gu");

/** The code of texts that end with their marks. */
const codeOf = texts => texts.replace(composed, codeOfSegment).toLowerCase();

// MARK: Patterns

const escaped = text => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** An expression for a letter of a pattern. Accents count if the letter has some, or if strict. */
function letterSource({ base, accents, kana }, isStrict) {
  if (base === BARE) {
    const all = accents.map(accent => `(?=${ANY_ACCENTS}?${ACCENT}${accent})`).join("");
    return `[^${ACCENT}${KANA}${TEXT}${VALUE}]${all}${ANY_ACCENTS}${ANY_KANA}`;
  }
  const forms = tables.forms.find(forms => forms.includes(base));
  let source = forms ? `[${forms}]` : escaped(base);
  source += accents.map(accent => ACCENT + accent).join("");
  source += isStrict || accents.length > 0 ? `(?!${ACCENT})` : ANY_ACCENTS;
  return source + (!isStrict ? ANY_KANA : kana ? KANA + kana : `(?!${KANA})`);
}

/** A letter without accents that are only written in lower or in upper case. */
function withoutSpelling(letter) {
  const { base, accents } = letter;
  const spelling = base === "i" && !tables.dottedI ? "ı\u0307" : /[\u0370-\u03FF]/.test(base) ? "\u0301" : "";
  return { ...letter, accents: accents.filter(accent => !spelling.includes(accent)) };
}

const isSolid = ({ base }) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(base);

const isUmlaut = (letter, next) => "aou".includes(letter.base) && next?.base === "e"
  && letter.accents.length + next.accents.length === 0;

/** An expression for a pattern; with readings, it also finds other spellings. */
function literalSource(letters, isStrict) {
  if (!isStrict) letters = letters.map(withoutSpelling);
  const sources = letters.map(letter => letterSource(letter, isStrict));
  if (!tables.readings) return sources.join("");
  const dot = `(?:[·・‧•]${ANY_ACCENTS}${ANY_KANA})?`;
  let source = "";
  for (let place = 0; place < letters.length; place += 1) {
    const letter = letters[place];
    if (place > 0 && isSolid(letter) && isSolid(letters[place - 1])) source += dot;
    if (!isStrict && isUmlaut(letter, letters[place + 1])) {
      const spelled = sources[place] + sources[place + 1];
      source += `(?:${spelled}|${letter.base}${ACCENT}\u0308(?!${ACCENT}))`;
      place += 1;
    } else {
      source += sources[place];
    }
  }
  return source;
}

/** An expression for a number of three digits or more, in whatever groups; "" for other patterns. */
function numberSource(letters) {
  const bases = letters.map(({ base }) => base).join("").replaceAll(BARE, "");
  const [, plus, rest] = /^(\+?)([\d ()/\-\u2010-\u2015\u2212]*)$/u.exec(bases.trimStart()) ?? [];
  const digits = rest?.replace(/\D/g, "") ?? "";
  if (digits.length < 3) return "";
  const gap = `${ANY_ACCENTS}(?:[ ()./\\-\\u2010-\\u2015\\u2212]${ANY_ACCENTS}){0,3}`;
  const grouped = digits => [...digits].join(gap);
  const inText = `(?=[^${TEXT}${VALUE}]*${TEXT})`;
  const telephones = telephoneSources(digits, plus, grouped, gap);
  // In a telephone number, one slash may follow the area code; elsewhere a slash separates numbers.
  const slashes = rest.split("/").length - 1;
  if (slashes > 1 || slashes && telephones.length === 0) return "";
  const sources = [...telephones, plus ? `\\+${gap}${grouped(digits)}` : grouped(digits)];
  // A zero is not dialled after the code of a country.
  if (!plus && digits.startsWith("0")) {
    sources.push(`\\+${gap}(?:${codeSource(tables.codes.split("|"), gap)})${gap}${grouped(digits.slice(1))}`);
  }
  return `(?:${sources.join("|")})${inText}`;
}

/** An expression for any of several codes, none of which is the beginning of another. */
const codeSource = (codes, gap) => [...new Set(codes.map(code => code[0]))].map(first => {
  const rests = codes.filter(code => code[0] === first).map(code => code.slice(1)).filter(Boolean);
  return rests.length > 0 ? `${first}${gap}(?:${codeSource(rests, gap)})` : first;
}).join("|");

/** Expressions for a whole telephone number, with and without its country code. */
function telephoneSources(digits, plus, grouped, gap) {
  if (digits.length < 7 || !plus && !digits.startsWith("0")) return [];
  const codes = tables.codes.split("|");
  const zeroCodes = tables.codesBeforeZeros.split("|");
  const international = plus ? digits : digits.startsWith("00") ? digits.slice(2) : "";
  const code = codes.find(code => international.startsWith(code));
  if (international && !code) return [];
  const keepsZeros = zeroCodes.includes(code);
  const rest = code ? international.slice(code.length) : digits;
  const dialled = rest.startsWith("0") || keepsZeros ? rest : `0${rest}`;
  if (dialled.length < 7 || dialled.startsWith("00")) return [];
  const isWhole = source => `${source}(?!${gap}\\d)`;
  const start = `(?<![\\d+]${gap})`;
  const withCode = (codes, digits) =>
    isWhole(`(?:\\+${gap}|${start}0${gap}0${gap})(?:${codeSource(codes, gap)})${gap}${digits}`);
  const own = code ? [code] : codes.filter(code => !zeroCodes.includes(code));
  const sources = code && keepsZeros ? [] : [withCode(own, `(?:0${gap})?${grouped(dialled.slice(1))}`)];
  if (!code || keepsZeros) sources.push(withCode(code ? [code] : zeroCodes, grouped(dialled)));
  if (dialled.startsWith("0")) sources.push(isWhole(start + grouped(dialled)));
  // In countries where no zero is dialled, a number without the country code has none either.
  if (code) sources.push(isWhole(start + grouped(keepsZeros ? dialled : dialled.slice(1))));
  return sources;
}

class Pattern {
  constructor(text, isStrict) {
    const letters = lettersOf(unmarked(text));
    const sources = [literalSource(letters, isStrict), numberSource(letters)].filter(Boolean);
    /** Whether the pattern matches the empty text, as one without letters does. */
    this.isEmpty = letters.length === 0;
    this.expression = new RegExp(sources.join("|"), "gu");
    this.reading = tables.readings ? ReadingPattern.of(letters) : null;
  }

  /** The ranges of a field's text that match, in order and without overlaps. */
  ranges({ text, isText, units }) {
    const places = [];
    let code = "";
    for (const { 0: segment, index } of unmarked(text).matchAll(segments)) {
      const isEach = isPlain.test(segment);
      const own = codeOfSegment(segment);
      for (let place = 0; place < own.length; place += 1) {
        places.push(isEach ? [index + place, index + place + 1] : [index, index + segment.length]);
      }
      code += own;
    }
    const ranges = [];
    for (const { 0: match, index } of (code + (isText ? TEXT : VALUE)).matchAll(this.expression)) {
      if (match) ranges.push([places[index][0], places[index + match.length - 1][1]]);
    }
    if (this.reading && units) ranges.push(...this.reading.ranges(text, units));
    return joined(ranges);
  }
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The words of a text, separated by blanks; text between double quotes is one word. */
function wordsOf(text) {
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const words = [];
  for (let start = 0; start < characters.length; start += 1) {
    if (/^\p{White_Space}/u.test(characters[start])) continue;
    const closing = characters[start] === "\"" ? characters.indexOf("\"", start + 1) : -1;
    const blank = characters.findIndex((character, place) => place > start && /^\p{White_Space}/u.test(character));
    const end = closing > 0 ? closing : blank > 0 ? blank : characters.length;
    words.push(characters.slice(closing > 0 ? start + 1 : start, end).join(""));
    start = closing > 0 ? end : end - 1;
  }
  return words;
}

/** A typed search: words that must all match, in any order and field. */
class Query {
  constructor(text, isStrict) {
    this.words = wordsOf(text).map(word => new Pattern(word, isStrict));
  }

  /** Whether the query matches the empty text. */
  get isEmpty() {
    return this.words.every(word => word.isEmpty);
  }

  /** Flags of the rows or sections in whose fields all words are found. */
  find(columns, count) {
    return this.words.map(word => {
      const hits = new Uint8Array(count);
      for (const column of columns) column.find(word, hits);
      return hits;
    }).reduce((all, hits) => all.map((isHit, place) => isHit & hits[place]));
  }

  ranges(field) {
    return joined(this.words.flatMap(word => word.ranges(field)));
  }
}

const joined = ranges =>
  ranges.sort((one, other) => one[0] - other[0]).reduce((result, range) => {
    const last = result.at(-1);
    if (last && range[0] < last[1]) last[1] = Math.max(last[1], range[1]);
    else result.push(range);
    return result;
  }, []);

// MARK: Readings

// Units of a name: a Latin letter or digit is its own unit, any other is the number of a list of
// readings.
const FIRST_READING = 0x100;

/** Latin letters that find names by a whole reading of each unit, or by its initial. */
class ReadingPattern {
  /** `null` for letters that cannot be a reading. */
  static of(letters) {
    let typed = "";
    for (const { base, accents } of letters) {
      // Apostrophes and hyphens of all kinds separate syllables.
      if (base === "'" || base === "-") continue;
      const hasUmlaut = accents.includes("\u0308");
      if (!accents.every(accent => "\u0300\u0301\u0302\u0304\u0306\u0308\u030C".includes(accent))) return null;
      if (hasUmlaut && base !== "u") return null;
      if (hasUmlaut) typed += "ü";
      else if (/^[a-z0-9]$/.test(base)) typed += base;
      else if (base === ":" && typed.endsWith("u")) typed = typed.slice(0, -1) + "ü";
      else if (base !== " ") return null;
    }
    return /[a-zü]/.test(typed) ? new ReadingPattern(typed) : null;
  }

  constructor(typed) {
    this.typed = typed;
    this.steps = tables.readings.map(readings => this.#stepsOf(readings.split("|")));
  }

  #isAt(letter, place) {
    const typed = this.typed[place];
    return typed === letter || letter === "ü" && (typed === "u" || typed === "v");
  }

  /** For each place in the pattern, the places up to which a unit with these readings can match. */
  #stepsOf(readings) {
    return Array.from({ length: this.typed.length + 1 }, (_, place) => {
      const ends = new Set();
      for (const reading of readings) {
        if (!reading) ends.add(place);
        if (!this.#isAt(reading[0], place)) continue;
        ends.add(place + 1);
        if (/^[zcs]h/.test(reading) && this.typed[place + 1] === "h") ends.add(place + 2);
        if ([...reading].every((letter, offset) => this.#isAt(letter, place + offset))) {
          ends.add(place + reading.length);
        }
      }
      return [...ends];
    });
  }

  #stepsOfLatin(letter, place) {
    const isSame = this.#isAt(letter, place) || letter === "u" && this.typed[place] === "ü";
    return isSame ? [place + 1] : [];
  }

  /** The end of the longest match from a unit on that includes a unit that is not Latin; else 0. */
  #end(units, start) {
    let [latin, read] = [[0], []];
    let end = 0;
    for (let place = start; place < units.length && latin.length + read.length > 0; place += 1) {
      const unit = units.charCodeAt(place);
      if (unit < FIRST_READING) {
        [latin, read] = [latin, read].map(states =>
          states.flatMap(state => this.#stepsOfLatin(units[place], state)));
      } else {
        const steps = this.steps[unit - FIRST_READING];
        // A match that only skips a unit is still one of Latin letters alone.
        const skipped = place > start ? latin.filter(state => steps[state].includes(state)) : [];
        const taken = latin.flatMap(state => steps[state].filter(next => next > state));
        read = [...new Set([...taken, ...read.flatMap(state => steps[state])])];
        latin = skipped;
      }
      if (read.includes(this.typed.length)) end = place + 1;
    }
    return end;
  }

  #mayBegin(unit) {
    return unit < FIRST_READING
      ? this.#stepsOfLatin(String.fromCharCode(unit), 0).length > 0
      : this.steps[unit - FIRST_READING][0].length > 0;
  }

  *#matches(units) {
    for (let start = 0; start < units.length; start += 1) {
      const end = this.#mayBegin(units.charCodeAt(start)) && this.#end(units, start);
      if (!end) continue;
      yield [start, end];
      start = end - 1;
    }
  }

  matches(units) {
    return !this.#matches(units).next().done;
  }

  /** The ranges of a text that match; the whole text if its characters do not fit the units. */
  ranges(text, units) {
    const found = [...text.matchAll(/[\p{L}\p{N}々ー][ャュョゃゅょ]?\p{M}*/gu)];
    return [...this.#matches(units)].map(([start, end]) => {
      if (found.length !== units.length) return [0, text.length];
      const last = found[end - 1];
      return [found[start].index, last.index + last[0].length];
    });
  }
}

// MARK: Fields

/** The texts of many fields, searched as one text. */
class Column {
  #fields;
  #codes = [];
  #ends = [];
  #owners = [];
  #readings = [];
  #length = 0;
  isRead = false;

  /** A column of fields with the numbers of their rows or sections, in order. */
  constructor(fields) {
    this.#fields = fields;
  }

  /** Adds the code of the next fields. */
  read(count) {
    let texts = "";
    for (let place = 0; place < count && !this.isRead; place += 1) {
      const { done, value } = this.#fields.next();
      if (done) {
        this.isRead = true;
      } else {
        const [{ text, isText, units }, owner] = value;
        texts += unmarked(text) + (isText ? TEXT : VALUE);
        this.#owners.push(owner);
        if (units) this.#readings.push([units, owner]);
      }
    }
    const code = codeOf(texts);
    for (let place = 0; place < code.length; place += 1) {
      const unit = code.charCodeAt(place);
      if (unit === TEXT.charCodeAt(0) || unit === VALUE.charCodeAt(0)) this.#ends.push(this.#length + place + 1);
    }
    this.#length += code.length;
    this.#codes.push(code);
    if (this.isRead) this.#codes = [this.#codes.join("")];
  }

  /** Sets the flags of the rows or sections whose fields match. */
  find({ expression, reading }, hits) {
    while (!this.isRead) this.read(4096);
    const [code] = this.#codes;
    let place = 0;
    expression.lastIndex = 0;
    while (expression.test(code)) {
      while (this.#ends[place] <= expression.lastIndex) place += 1;
      if (place === this.#ends.length) break;
      hits[this.#owners[place]] = 1;
      expression.lastIndex = this.#ends[place];
    }
    if (!reading) return;
    for (const [units, owner] of this.#readings) {
      if (!hits[owner] && reading.matches(units)) hits[owner] = 1;
    }
  }
}
