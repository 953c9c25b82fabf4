/**
 * Application identifiers of the GS1 General Specifications (3.2): identifier, form, title, what the value is.
 * Forms: n digits, x any character that the standard allows; `..` up to. A trailing `*` on the identifier stands for
 * a last digit that counts the decimals. Kinds: k ends in a check digit; d a date; t date and time; m decimals; a amount behind a currency.
 */
export const GS1_IDENTIFIERS = `
00 n18 SSCC|k
01 n14 GTIN|k
02 n14 CONTENT|k
03 n14 MTO GTIN|k
10 x..20 BATCH/LOT
11 n6 PROD DATE|d
12 n6 DUE DATE|d
13 n6 PACK DATE|d
15 n6 BEST BEFORE|d
16 n6 SELL BY|d
17 n6 USE BY OR EXPIRY|d
20 n2 VARIANT
21 x..20 SERIAL
22 x..20 CPV
235 x..28 TPX
240 x..30 ADDITIONAL ID
241 x..30 CUST. PART No.
242 n..6 MTO VARIANT
243 x..20 PCN
250 x..30 SECONDARY SERIAL
251 x..30 REF. TO SOURCE
253 n13+x..17 GDTI|k
254 x..20 GLN EXTENSION COMPONENT
255 n13+n..12 GCN|k
30 n..8 VAR. COUNT
310* n6 NET WEIGHT (kg)|m
311* n6 LENGTH (m)|m
312* n6 WIDTH (m)|m
313* n6 HEIGHT (m)|m
314* n6 AREA (m²)|m
315* n6 NET VOLUME (l)|m
316* n6 NET VOLUME (m³)|m
320* n6 NET WEIGHT (lb)|m
321* n6 LENGTH (in)|m
322* n6 LENGTH (ft)|m
323* n6 LENGTH (yd)|m
324* n6 WIDTH (in)|m
325* n6 WIDTH (ft)|m
326* n6 WIDTH (yd)|m
327* n6 HEIGHT (in)|m
328* n6 HEIGHT (ft)|m
329* n6 HEIGHT (yd)|m
330* n6 GROSS WEIGHT (kg)|m
331* n6 LENGTH (m), log|m
332* n6 WIDTH (m), log|m
333* n6 HEIGHT (m), log|m
334* n6 AREA (m²), log|m
335* n6 VOLUME (l), log|m
336* n6 VOLUME (m³), log|m
337* n6 KG PER m²|m
340* n6 GROSS WEIGHT (lb)|m
341* n6 LENGTH (in), log|m
342* n6 LENGTH (ft), log|m
343* n6 LENGTH (yd), log|m
344* n6 WIDTH (in), log|m
345* n6 WIDTH (ft), log|m
346* n6 WIDTH (yd), log|m
347* n6 HEIGHT (in), log|m
348* n6 HEIGHT (ft), log|m
349* n6 HEIGHT (yd), log|m
350* n6 AREA (in²)|m
351* n6 AREA (ft²)|m
352* n6 AREA (yd²)|m
353* n6 AREA (in²), log|m
354* n6 AREA (ft²), log|m
355* n6 AREA (yd²), log|m
356* n6 NET WEIGHT (troy oz)|m
357* n6 NET VOLUME (oz)|m
360* n6 NET VOLUME (qt)|m
361* n6 NET VOLUME (gal)|m
362* n6 VOLUME (qt), log|m
363* n6 VOLUME (gal), log|m
364* n6 VOLUME (in³)|m
365* n6 VOLUME (ft³)|m
366* n6 VOLUME (yd³)|m
367* n6 VOLUME (in³), log|m
368* n6 VOLUME (ft³), log|m
369* n6 VOLUME (yd³), log|m
37 n..8 COUNT
390* n..15 AMOUNT|m
391* n3+n..15 AMOUNT|a
392* n..15 PRICE|m
393* n3+n..15 PRICE|a
394* n4 PRCNT OFF|m
395* n6 PRICE/UoM|m
400 x..30 ORDER NUMBER
401 x..30 GINC
402 n17 GSIN|k
403 x..30 ROUTE
410 n13 SHIP TO LOC|k
411 n13 BILL TO|k
412 n13 PURCHASE FROM|k
413 n13 SHIP FOR LOC|k
414 n13 LOC No.|k
415 n13 PAY TO|k
416 n13 PROD/SERV LOC|k
417 n13 PARTY|k
420 x..20 SHIP TO POST
421 n3+x..9 SHIP TO POST (with country)
422 n3 ORIGIN
423 n3+n..12 COUNTRY - INITIAL PROCESS
424 n3 COUNTRY - PROCESS
425 n3+n..12 COUNTRY - DISASSEMBLY
426 n3 COUNTRY - FULL PROCESS
427 x..3 ORIGIN SUBDIVISION
4300 x..35 SHIP TO COMP
4301 x..35 SHIP TO NAME
4302 x..70 SHIP TO ADD1
4303 x..70 SHIP TO ADD2
4304 x..70 SHIP TO SUB
4305 x..70 SHIP TO LOC
4306 x..70 SHIP TO REG
4307 x2 SHIP TO COUNTRY
4308 x..30 SHIP TO PHONE
4309 n20 SHIP TO GEO
4310 x..35 RTN TO COMP
4311 x..35 RTN TO NAME
4312 x..70 RTN TO ADD1
4313 x..70 RTN TO ADD2
4314 x..70 RTN TO SUB
4315 x..70 RTN TO LOC
4316 x..70 RTN TO REG
4317 x2 RTN TO COUNTRY
4318 x..20 RTN TO POST
4319 x..30 RTN TO PHONE
4320 x..35 SRV DESCRIPTION
4321 n1 DANGEROUS GOODS
4322 n1 AUTH LEAVE
4323 n1 SIG REQUIRED
4324 n10 NBEF DEL DT|t
4325 n10 NAFT DEL DT|t
4326 n6 REL DATE|d
4330 n6+x..1 MAX TEMP F
4331 n6+x..1 MAX TEMP C
4332 n6+x..1 MIN TEMP F
4333 n6+x..1 MIN TEMP C
7001 n13 NSN
7002 x..30 MEAT CUT
7003 n10 EXPIRY TIME|t
7004 n..4 ACTIVE POTENCY
7005 x..12 CATCH AREA
7006 n6 FIRST FREEZE DATE|d
7007 n6+n..6 HARVEST DATE
7008 x..3 AQUATIC SPECIES
7009 x..10 FISHING GEAR TYPE
7010 x..2 PROD METHOD
7011 n6+n..4 TEST BY DATE
7020 x..20 REFURB LOT
7021 x..20 FUNC STAT
7022 x..20 REV STAT
7023 x..30 GIAI - ASSEMBLY
703* n3+x..27 PROCESSOR No.
7040 n1+x3 UIC+EXT
7041 x..4 UFRGT UNIT TYPE
710 x..20 NHRN PZN
711 x..20 NHRN CIP
712 x..20 NHRN CN
713 x..20 NHRN DRN
714 x..20 NHRN AIM
715 x..20 NHRN NDC
716 x..20 NHRN AIC
717 x..20 NHRN SRN
723* x2+x..28 CERT No.
7240 x..20 PROTOCOL
7241 n2 AIDC MEDIA TYPE
7242 x..25 VCN
7250 n8 DOB
7251 n12 DOB TIME
7252 n1 BIO SEX
7253 x..40 FAMILY NAME
7254 x..40 GIVEN NAME
7255 x..10 SUFFIX
7256 x..90 FULL NAME
7257 x..70 PERSON ADDR
7258 x3 BIRTH SEQUENCE
7259 x..40 BABY
8001 n14 DIMENSIONS
8002 x..20 CMT No.
8003 n14+x..16 GRAI|k
8004 x..30 GIAI
8005 n6 PRICE PER UNIT
8006 n14+n4 ITIP|k
8007 x..34 IBAN
8008 n8+n..4 PROD TIME
8009 x..50 OPTSEN
8010 x..30 CPID
8011 n..12 CPID SERIAL
8012 x..20 VERSION
8013 x..25 GMN
8014 x..25 MUDI
8017 n18 GSRN - PROVIDER|k
8018 n18 GSRN - RECIPIENT|k
8019 n..10 SRIN
8020 x..25 REF No.
8026 n14+n4 ITIP CONTENT|k
8030 x..90 DIGSIG
8110 x..70 COUPON
8111 n4 POINTS
8112 x..70 COUPON (paperless)
8200 x..70 PRODUCT URL
90 x..30 INTERNAL
91 x..90 INTERNAL
92 x..90 INTERNAL
93 x..90 INTERNAL
94 x..90 INTERNAL
95 x..90 INTERNAL
96 x..90 INTERNAL
97 x..90 INTERNAL
98 x..90 INTERNAL
99 x..90 INTERNAL
`;

/** Who gives out numbers that begin so (gs1.org, prefixes): first, last, who. */
export const GS1_PREFIXES = `
000-019 United States and Canada
020-029 numbers within a shop or region
030-039 United States and Canada (drugs)
040-049 numbers within a company
050-059 coupons of the United States
060-139 United States and Canada
200-299 numbers within a shop or region
300-379 France and Monaco
380 Bulgaria
383 Slovenia
385 Croatia
387 Bosnia and Herzegovina
389 Montenegro
390 Kosovo
400-440 Germany
450-459 Japan
460-469 Russia
470 Kyrgyzstan
471 Taiwan
474 Estonia
475 Latvia
476 Azerbaijan
477 Lithuania
478 Uzbekistan
479 Sri Lanka
480 Philippines
481 Belarus
482 Ukraine
483 Turkmenistan
484 Moldova
485 Armenia
486 Georgia
487 Kazakhstan
488 Tajikistan
489 Hong Kong
490-499 Japan
500-509 United Kingdom
520-521 Greece
528 Lebanon
529 Cyprus
530 Albania
531 North Macedonia
535 Malta
539 Ireland
540-549 Belgium and Luxembourg
560 Portugal
569 Iceland
570-579 Denmark, Faroe Islands and Greenland
590 Poland
594 Romania
599 Hungary
600-601 South Africa
603 Ghana
604 Senegal
608 Bahrain
609 Mauritius
611 Morocco
613 Algeria
615 Nigeria
616 Kenya
618 Ivory Coast
619 Tunisia
620 Tanzania
621 Syria
622 Egypt
624 Libya
625 Jordan
626 Iran
627 Kuwait
628 Saudi Arabia
629 United Arab Emirates
640-649 Finland
690-699 China
700-709 Norway
729 Israel
730-739 Sweden
740 Guatemala
741 El Salvador
742 Honduras
743 Nicaragua
744 Costa Rica
745 Panama
746 Dominican Republic
750 Mexico
754-755 Canada
759 Venezuela
760-769 Switzerland and Liechtenstein
770-771 Colombia
773 Uruguay
775 Peru
777 Bolivia
778-779 Argentina
780 Chile
784 Paraguay
786 Ecuador
789-790 Brazil
800-839 Italy, San Marino and Vatican City
840-849 Spain and Andorra
850 Cuba
858 Slovakia
859 Czechia
860 Serbia
865 Mongolia
867 North Korea
868-869 Türkiye
870-879 Netherlands
880-881 South Korea
883 Myanmar
884 Cambodia
885 Thailand
888 Singapore
890 India
893 Vietnam
896 Pakistan
899 Indonesia
900-919 Austria
930-939 Australia
940-949 New Zealand
950 GS1 Global Office
951 EPC numbers of GS1 Global Office
952 demonstrations and examples
955 Malaysia
958 Macao
960-969 short numbers of GS1 Global Office
977 periodicals (ISSN)
978-979 books and music (ISBN, ISMN)
980 refund receipts
981-984 coupons
990-999 coupons
`;
