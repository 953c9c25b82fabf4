/**
 * Types of files: MIME type as IANA lists it (else the usual one), what people call it, endings, the first being the usual one.
 * Several MIME types of one line are the same to a reader.
 */
const TABLE = `
image/jpeg|JPEG picture|jpg jpeg jpe jfif
image/png image/apng|PNG picture|png apng
image/webp|WebP picture|webp
image/gif|GIF picture|gif
image/tiff|TIFF picture|tif tiff
image/heic image/heif image/heic-sequence image/heif-sequence|HEIC picture|heic heif hif
image/avif|AVIF picture|avif
image/bmp|BMP picture|bmp dib
image/vnd.microsoft.icon image/x-icon|Windows icon|ico
image/x-icns image/icns|Apple icon|icns
image/jxl|JPEG XL picture|jxl
image/jp2 image/jpx image/jpm|JPEG 2000 picture|jp2 jpx jpf j2k
image/vnd.adobe.photoshop|Photoshop picture|psd
image/svg+xml|SVG drawing|svg
image/x-tga|TGA picture|tga
image/vnd.radiance|Radiance HDR picture|hdr
image/x-portable-anymap|Netpbm picture|ppm pgm pbm pnm pam
image/qoi|QOI picture|qoi
image/x-adobe-dng|DNG raw picture|dng
image/x-canon-cr2|Canon raw picture|cr2
image/x-canon-cr3|Canon raw picture|cr3
image/x-nikon-nef|Nikon raw picture|nef
image/x-sony-arw|Sony raw picture|arw
image/x-fujifilm-raf|Fujifilm raw picture|raf
image/x-olympus-orf|Olympus raw picture|orf
image/x-panasonic-rw2|Panasonic raw picture|rw2
application/pdf|PDF document|pdf
application/postscript application/eps|PostScript document|ps eps ai
application/rtf|Rich Text document|rtf
application/vnd.openxmlformats-officedocument.wordprocessingml.document|Word document|docx
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet|Excel workbook|xlsx
application/vnd.openxmlformats-officedocument.presentationml.presentation|PowerPoint presentation|pptx
application/vnd.ms-word.document.macroenabled.12|Word document with macros|docm
application/vnd.ms-excel.sheet.macroenabled.12|Excel workbook with macros|xlsm
application/vnd.ms-powerpoint.presentation.macroenabled.12|PowerPoint presentation with macros|pptm
application/msword|Word document of before 2007|doc dot
application/vnd.ms-excel|Excel workbook of before 2007|xls xlt
application/vnd.ms-powerpoint|PowerPoint presentation of before 2007|ppt pps pot
application/vnd.ms-outlook|Outlook message|msg
application/vnd.visio|Visio drawing of before 2013|vsd
application/x-cfb|Compound file, such as an encrypted Office document or an installer|doc xls ppt msg msi vsd docx xlsx pptx
application/vnd.oasis.opendocument.text|OpenDocument text|odt
application/vnd.oasis.opendocument.spreadsheet|OpenDocument spreadsheet|ods
application/vnd.oasis.opendocument.presentation|OpenDocument presentation|odp
application/epub+zip|EPUB book|epub
application/x-mobipocket-ebook|Mobipocket book|mobi azw azw3 prc
application/zip|ZIP archive|zip
application/java-archive|Java archive|jar war
application/vnd.android.package-archive|Android package|apk
application/x-7z-compressed|7z archive|7z
application/vnd.rar application/x-rar-compressed|RAR archive|rar cbr
application/x-tar|TAR archive|tar
application/gzip|gzip file|gz tgz svgz
application/x-bzip2|bzip2 file|bz2 tbz tbz2
application/x-xz|xz file|xz txz
application/zstd|Zstandard file|zst tzst
application/x-lz4 application/x-lz4-frame|LZ4 file|lz4
application/x-lzma|LZMA file|lzma tlz
application/x-lzip|lzip file|lz
application/x-compress|compress file|z
application/vnd.ms-cab-compressed|Cabinet archive|cab
application/x-cpio|CPIO archive|cpio
application/x-archive application/x-unix-archive|Unix archive|a ar lib
application/vnd.debian.binary-package application/x-deb|Debian package|deb
application/x-rpm|RPM package|rpm
application/x-iso9660-image|ISO 9660 image|iso
application/x-ms-wim|Windows image|wim esd
application/x-apple-diskimage|Apple disk image|dmg
application/vnd.microsoft.portable-executable application/x-msdownload application/x-dosexec|Windows program|exe dll sys scr
application/x-elf|Linux program or library|elf so o
application/x-mach-binary|macOS program|macho dylib
application/wasm|WebAssembly module|wasm
application/java-vm|Java class|class
application/vnd.sqlite3 application/x-sqlite3|SQLite database|sqlite db sqlite3
application/vnd.apache.parquet application/x-parquet|Parquet table|parquet
application/vnd.apache.arrow.file|Arrow table|arrow
audio/mpeg|MP3 sound|mp3
audio/wav audio/vnd.wave|WAV sound|wav
audio/flac audio/x-flac|FLAC sound|flac
audio/ogg|Ogg sound|ogg oga opus
audio/mp4 audio/x-m4a|MPEG-4 sound|m4a
audio/aac|AAC sound|aac
audio/aiff|AIFF sound|aiff aif
audio/amr|AMR sound|amr
audio/midi|MIDI music|mid midi
audio/ape audio/x-ape|Monkey's Audio sound|ape
video/mp4 video/x-m4v|MPEG-4 video|mp4 m4v
video/quicktime|QuickTime video|mov qt
video/webm|WebM video|webm
video/matroska video/x-matroska|Matroska video|mkv mka mks
video/vnd.avi video/x-msvideo|AVI video|avi
video/mpeg|MPEG video|mpg mpeg
text/x-typescript|TypeScript program|ts tsx mts cts
video/mp2t|MPEG transport stream|ts mts m2ts
video/x-flv|Flash video|flv
video/ogg|Ogg video|ogv
video/3gpp|3GPP video|3gp
video/x-ms-asf application/vnd.ms-asf|Windows Media|asf wmv wma
font/ttf|TrueType font|ttf
font/otf|OpenType font|otf
font/woff|WOFF font|woff
font/woff2|WOFF 2 font|woff2
font/collection|font collection|ttc
application/vnd.ms-fontobject|Embedded OpenType font|eot
text/plain|text|txt text log asc
text/html|HTML page|html htm xhtml
text/csv|CSV table|csv
text/tab-separated-values|TSV table|tsv tab
text/markdown|Markdown text|md markdown
text/css|style sheet|css
text/javascript|JavaScript program|js mjs cjs
text/x-python|Python program|py
text/x-shellscript|shell script|sh bash zsh
text/x-perl|Perl program|pl pm
text/x-ruby|Ruby program|rb
text/x-php|PHP program|php
text/x-java-source|Java program|java
text/x-c|C or C++ program|c h cpp hpp cc
text/x-sql|SQL|sql
text/x-ini|settings|ini conf cfg properties
text/vcard|contact|vcf
text/calendar|calendar|ics
text/vtt|WebVTT subtitles|vtt
application/x-subrip|SubRip subtitles|srt
text/x-ssa|Advanced SubStation subtitles|ass ssa
text/x-diff|difference of texts|diff patch
text/x-tex|TeX document|tex
message/rfc822|e-mail|eml
application/json|JSON|json geojson ipynb map
application/x-ndjson|JSON lines|jsonl ndjson
application/yaml|YAML|yaml yml
application/toml|TOML|toml
application/xml text/xml|XML|xml xsd xsl xslt fodt plist rss atom kml gpx
application/x-pem-file|PEM certificate or key|pem crt cer key
application/pgp-encrypted application/pgp-signature application/pgp-keys|PGP message or key|asc pgp gpg
application/x-bittorrent|BitTorrent file|torrent
application/x-ms-shortcut application/x.ms.shortcut|Windows shortcut|lnk
application/vnd.tcpdump.pcap|captured packets|pcap
`;

export interface FileType {
  readonly mime: string;
  readonly name: string;
  /** Without the dot, in lower case. */
  readonly extensions: readonly string[];
}

const byMime = new Map<string, FileType>();
const byExtension = new Map<string, FileType>();
for (const line of TABLE.trim().split('\n')) {
  const [mimes = '', name = '', endings = ''] = line.split('|');
  const [mime = '', ...others] = mimes.split(' ');
  const type = { mime, name, extensions: endings.split(' ') };
  for (const each of [mime, ...others]) byMime.set(each, type);
  for (const ending of type.extensions) if (!byExtension.has(ending)) byExtension.set(ending, type);
}

/** A type by any of its MIME types, parameters aside. */
export const typeOfMime = (mime: string): FileType | undefined =>
  byMime.get((mime.split(';')[0] ?? '').trim().toLowerCase());

/** A type by an ending without its dot, in lower case. */
export const typeOfExtension = (extension: string): FileType | undefined => byExtension.get(extension);
