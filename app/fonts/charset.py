"""Writes the character set of the bundled Chinese face: GB2312, the marks of everyday text, and rare name characters."""

HANZI = []
for row in range(0xA1, 0xF8):
    for column in range(0xA1, 0xFF):
        try:
            HANZI.append(bytes([row, column]).decode("gb2312"))
        except UnicodeDecodeError:
            pass

MARKS = "—–…·“”‘’、。《》〈〉「」『』【】〔〕！（），．／：；？～￥①②③④⑤⑥⑦⑧⑨⑩←→↑↓●○▲△■□◆◇★☆✓✗⚔"
NAMES = "燚犇犭淼焱堃喆煊玥珺翀赟頔昇堯諸亮葛曌頫镕囧"
TRADITIONAL = "繁體魔馬車張陳劉楊趙黃吳週孫馬羅鄭謝許鄧馮曹彭曾蕭蔣魯韋龍葉閻餘譚鄒萬錢嚴賴覃龔鳳賀蘭寶華國麗偉傑強軍濤靜敏紅雲飛麟鵬凱慶榮綺"

print("".join(sorted(set(HANZI) | set(MARKS) | set(NAMES) | set(TRADITIONAL))), end="")
