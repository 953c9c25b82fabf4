import { drawTextBlock, textLayout } from './src/engines/text/text-picture.js';
import sharp from 'sharp';
import { parseColor } from './src/engines/colors.js';
import { fontFiles } from './src/engines/fonts.js';
console.log(fontFiles('🎉x'));
const texts=['नमस्ते दुनिया यह एक परीक्षण है','🎉','🎉 party','a 🎉','👨‍👩‍👧','emoji 🎉👨‍👩‍👧 Größe ❤️','السلام hello (x) 12','क्षि किताब','x 中文','中文 x 한'];
const imgs=[];let y=0;
for(const t of texts) for (const b of [false,true]){
 let l;try{ l=textLayout({text:t,style:'sans',isBold:b},'text',1.3)(19);}catch(e){console.log(e.message);continue}
 const r=drawTextBlock(l,{fontSize:36,color:parseColor('c','white'),stroke:parseColor('c','black'),strokeWidth:1,background:parseColor('c','#2060c0a0'),padding:8,align:'auto'});
 imgs.push({input:Buffer.from(r.data),raw:{width:r.width,height:r.height,channels:4 as const},left:10+(imgs.length%2)*500,top:10+(y)});if(imgs.length%2==0)y+=70;}
await sharp({create:{width:1020,height:700,channels:3,background:'#88aa88'}}).composite(imgs).png().toFile('/tmp/ie/text.png');
