/** Countries by the first two characters of a VIN: ISO 3780, as SAE International assigns them. The order is A to Z, 1 to 9, 0. */
export const VIN_COUNTRIES =
  'AA-AH ZA, AJ-AN CI, BA-BE AO, BF-BK KE, BL-BR TZ, CA-CE BJ, CF-CK MG, CL-CR TN, DA-DE EG, DF-DK MA, DL-DR ZM, EA-EE ET, EF-EK MZ, ' +
  'FA-FE GH, FF-FK NG, HA-H0 CN, JA-J0 JP, KA-KE LK, KF-KK IL, KL-KR KR, K1-K3 KR, LA-L0 CN, MA-ME IN, MF-MK ID, ML-MR TH, MS-M0 MM, NA-NE IR, ' +
  'NF-NK PK, NL-NR TR, PA-PE PH, PF-PK SG, PL-PR MY, RA-RE AE, RF-RK TW, RL-RR VN, RS-RT SA, R1-R9 HK, SA-SM GB, SN-ST DE, SU-SZ PL, S1-S4 LV, ' +
  'TA-TH CH, TJ-TP CZ, TR-TV HU, TW-T1 PT, UA-UC ES, UH-UM DK, UN-UT IE, UU-UZ RO, U5-U7 SK, VA-VE AT, VF-VR FR, VS-VW ES, VX-V2 RS, V3-V5 HR, ' +
  'V6-V0 EE, WA-W0 DE, XA-XE BG, XF-XK GR, XL-XR NL, XS-XW RU, XX-X2 LU, X3-X0 RU, YA-YE BE, YF-YK FI, YL-YR MT, YS-YW SE, YX-Y2 NO, ' +
  'Y3-Y5 BY, Y6-Y0 UA, ZA-ZR IT, ZX-Z2 SI, Z3-Z5 LT, Z6-Z0 RU, 1A-10 US, 2A-20 CA, 3A-3W MX, 3X-37 CR, 38-30 KY, 4A-40 US, 5A-50 US, ' +
  '6A-6W AU, 7A-7E NZ, 7F-70 US, 8A-8E AR, 8F-8K CL, 8L-8R EC, 8S-8W PE, 8X-82 VE, 9A-9E BR, 9F-9K CO, 9L-9R PY, 9S-9W UY, 9X-92 TT, ' +
  '93-99 BR';

/** Makers that sell little in the United States, so that its register lacks them. */
export const MORE_WMI_ROWS = `
TMB|Škoda Auto a.s.|Škoda|c
VSS|SEAT, S.A.|SEAT|c
VF3|Automobiles Peugeot|Peugeot|c
VF7|Automobiles Citroën|Citroën|c
VR1|DS Automobiles|DS|c
VR3|Automobiles Peugeot|Peugeot|c
VR7|Automobiles Citroën|Citroën|c
UU1|Automobile Dacia S.A.|Dacia|c
W0L|Opel Automobile GmbH|Opel, Vauxhall|c
W0V|Opel Automobile GmbH|Opel, Vauxhall|c
XTA|AvtoVAZ|Lada|c
MA3|Maruti Suzuki India|Suzuki|c
TSM|Magyar Suzuki|Suzuki|c
ZLA|Lancia|Lancia|c
WMA|MAN Truck & Bus|MAN|k
YS2|Scania AB|Scania|k
XLR|DAF Trucks N.V.|DAF|k
WF0|Ford-Werke GmbH|Ford|c
`;
