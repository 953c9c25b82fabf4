import { readText } from '../src/engines/ocr/read-text.js';
const [kind,W]=process.argv.slice(2); const w=Number(W);
 let s=7; const rnd=()=>(s=(s*1103515245+12345)&0x7fffffff)/0x7fffffff;
 const data=new Uint8Array(w*w);
 for(let i=0;i<data.length;i++){const x=i%w,y=(i/w)|0; data[i]= kind==='white'?rnd()*255:kind==='binary'?(rnd()<.1?0:255):kind==='check'?(((x>>4)+(y>>4))%2)*255:kind==='lines'?(((y>>4)%2)&&((x>>3)%3))?0:255:255;}
 if(kind==='blob') for(let b=0;b<w*w/300;b++){const bx=(rnd()*(w-12))|0,by=(rnd()*(w-12))|0,bw=2+rnd()*9,bh=2+rnd()*9;for(let y=0;y<bh;y++)for(let x=0;x<bw;x++)data[(by+y)*w+bx+x]=0;}
 const t=process.cpuUsage(); const p=await readText({width:w,height:w,data},{languages:['eng'],layout:'auto',digitsOnly:false,isPrepared:true}); const u=process.cpuUsage(t); console.log(kind,w,'cpu ms',Math.round((u.user+u.system)/1000),'lines',p.page.lines.length,p.marks);
