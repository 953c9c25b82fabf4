import { NOT_XML } from '../xml/references.js';

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
export const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
/** Check boxes: [MS-DOCX] 2.2.3. */
const WORD_2010 = 'http://schemas.microsoft.com/office/word/2010/wordml';

/** The names that the parts of a document use. */
export const NAMESPACES = `xmlns:w="${WORD}" xmlns:r="${OFFICE}/relationships" xmlns:m="${OFFICE}/math" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture" xmlns:w14="${WORD_2010}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14"`;

export const TWIPS_PER_POINT = 20;
/** How far each level of a list or quote is indented, in twips. */
export const INDENT = 360;
/** Of lists: ECMA-376 part 1, 17.9.6. */
export const DEPTHS = 9;

const UNWRITABLE = new RegExp(`${NOT_XML.source}|\\r`, 'gu');

/** Text without what XML cannot write, and without carriage returns: line feeds are what breaks a line here. */
export const writable = (text: string): string => text.replace(UNWRITABLE, '');
