/**
 * Standard atomic weights 2021, abridged: the value and, in brackets, the uncertainty of its last digits, for normal materials. Of
 * elements without a stable isotope, the mass number of a long-lived one in square brackets.
 *
 * IUPAC Technical Report, Prohaska et al., Pure Appl. Chem. 94 (2022) 573, doi:10.1515/pac-2019-0603.
 */
export const ELEMENTS = `
  H 1.0080(2) Hydrogen
  He 4.002602(2) Helium
  Li 6.94(6) Lithium
  Be 9.0121831(5) Beryllium
  B 10.81(2) Boron
  C 12.011(2) Carbon
  N 14.007(1) Nitrogen
  O 15.999(1) Oxygen
  F 18.998403162(5) Fluorine
  Ne 20.1797(6) Neon
  Na 22.98976928(2) Sodium
  Mg 24.305(2) Magnesium
  Al 26.9815384(3) Aluminium
  Si 28.085(1) Silicon
  P 30.973761998(5) Phosphorus
  S 32.06(2) Sulfur
  Cl 35.45(1) Chlorine
  Ar 39.95(16) Argon
  K 39.0983(1) Potassium
  Ca 40.078(4) Calcium
  Sc 44.955907(4) Scandium
  Ti 47.867(1) Titanium
  V 50.9415(1) Vanadium
  Cr 51.9961(6) Chromium
  Mn 54.938043(2) Manganese
  Fe 55.845(2) Iron
  Co 58.933194(3) Cobalt
  Ni 58.6934(4) Nickel
  Cu 63.546(3) Copper
  Zn 65.38(2) Zinc
  Ga 69.723(1) Gallium
  Ge 72.630(8) Germanium
  As 74.921595(6) Arsenic
  Se 78.971(8) Selenium
  Br 79.904(3) Bromine
  Kr 83.798(2) Krypton
  Rb 85.4678(3) Rubidium
  Sr 87.62(1) Strontium
  Y 88.905838(2) Yttrium
  Zr 91.224(2) Zirconium
  Nb 92.90637(1) Niobium
  Mo 95.95(1) Molybdenum
  Tc [97] Technetium
  Ru 101.07(2) Ruthenium
  Rh 102.90549(2) Rhodium
  Pd 106.42(1) Palladium
  Ag 107.8682(2) Silver
  Cd 112.414(4) Cadmium
  In 114.818(1) Indium
  Sn 118.710(7) Tin
  Sb 121.760(1) Antimony
  Te 127.60(3) Tellurium
  I 126.90447(3) Iodine
  Xe 131.293(6) Xenon
  Cs 132.90545196(6) Caesium
  Ba 137.327(7) Barium
  La 138.90547(7) Lanthanum
  Ce 140.116(1) Cerium
  Pr 140.90766(1) Praseodymium
  Nd 144.242(3) Neodymium
  Pm [145] Promethium
  Sm 150.36(2) Samarium
  Eu 151.964(1) Europium
  Gd 157.25(3) Gadolinium
  Tb 158.925354(7) Terbium
  Dy 162.500(1) Dysprosium
  Ho 164.930329(5) Holmium
  Er 167.259(3) Erbium
  Tm 168.934219(5) Thulium
  Yb 173.045(10) Ytterbium
  Lu 174.9668(1) Lutetium
  Hf 178.486(6) Hafnium
  Ta 180.94788(2) Tantalum
  W 183.84(1) Tungsten
  Re 186.207(1) Rhenium
  Os 190.23(3) Osmium
  Ir 192.217(2) Iridium
  Pt 195.084(9) Platinum
  Au 196.966570(4) Gold
  Hg 200.592(3) Mercury
  Tl 204.38(1) Thallium
  Pb 207.2(11) Lead
  Bi 208.98040(1) Bismuth
  Po [209] Polonium
  At [210] Astatine
  Rn [222] Radon
  Fr [223] Francium
  Ra [226] Radium
  Ac [227] Actinium
  Th 232.0377(4) Thorium
  Pa 231.03588(1) Protactinium
  U 238.02891(3) Uranium
  Np [237] Neptunium
  Pu [244] Plutonium
  Am [243] Americium
  Cm [247] Curium
  Bk [247] Berkelium
  Cf [251] Californium
  Es [252] Einsteinium
  Fm [257] Fermium
  Md [258] Mendelevium
  No [259] Nobelium
  Lr [262] Lawrencium
  Rf [267] Rutherfordium
  Db [268] Dubnium
  Sg [269] Seaborgium
  Bh [270] Bohrium
  Hs [269] Hassium
  Mt [277] Meitnerium
  Ds [281] Darmstadtium
  Rg [282] Roentgenium
  Cn [285] Copernicium
  Nh [286] Nihonium
  Fl [290] Flerovium
  Mc [290] Moscovium
  Lv [293] Livermorium
  Ts [294] Tennessine
  Og [294] Oganesson
`;

/** Masses of nuclides that are named in formulas. AME2020: Wang et al., Chinese Phys. C 45 (2021) 030003. */
export const NUCLIDES = `
  1H 1.00782503190
  2H 2.01410177784
  3H 3.01604928132
  12C 12
  13C 13.00335483534
  14C 14.00324198862
  14N 14.00307400425
  15N 15.00010889827
  16O 15.99491461926
  17O 16.99913175595
  18O 17.99915961214
  35Cl 34.968852694
  37Cl 36.965902573
`;
