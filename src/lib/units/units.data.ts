/**
 * Units by what they are made of, one per line: names, the first of them the symbol that is shown, `=`, a definition in units of lines
 * above. `*` before the symbol: takes SI prefixes. Sources: SI brochure (9th edition), NIST SP 811 appendix B and Handbook 44, CODATA 2018
 * for what is measured.
 */
export const UNIT_LINES = `
*m meter metre =
*g gram gramme = 1/1000 kg
µg mcg = 1e-9 kg
*s sec second =
*A amp ampere =
*K kelvin =
*mol mole =
*cd candela =
*rad radian =
*bit b =
°C degC deg_C celsius degree_celsius degrees_celsius centigrade C ℃ = K
°F degF deg_F fahrenheit degree_fahrenheit degrees_fahrenheit F ℉ = 5/9 K
°R degR rankine = 5/9 K
°Ré degRe réaumur reaumur = 5/4 K
min minute = 60 s
h hr hour = 60 min
d day = 24 h
week wk = 7 d
fortnight = 14 d
year yr = 365.2425 d
month mo = 30.436875 d
julian_year jyr = 365.25 d
decade = 10 year
century centuries = 100 year
millennium millennia = 1000 year
in inch inches " ″ = 0.0254 m
ft foot feet ' ′ = 12 in
yd yard = 3 ft
mi mile statute_mile = 5280 ft
nmi nautical_mile NM = 1852 m
mil thou = 1/1000 in
furlong = 660 ft
chain = 66 ft
link = 0.66 ft
rod pole perch = 16.5 ft
fathom ftm = 6 ft
league lea = 3 mi
hand hh = 4 in
ft_us survey_foot us_survey_foot survey_feet = 1200/3937 m
Å angstrom ångström = 1e-10 m
micron = 1e-6 m
au astronomical_unit AU = 149597870700 m
ly light_year lightyear = 9460730472580800 m
*pc parsec = 648000 au/π
pt point = 1/72 in
pica = 12 pt
px pixel = 1/96 in
twip = 1/20 pt
a are = 100 m^2
ha hectare = 100 a
acre ac = 43560 ft^2
barn = 1e-28 m^2
sqft sq_ft = ft^2
sqm = m^2
*L liter litre l ℓ = 0.001 m^3
cc ccm = 1e-6 m^3
gal gallon us_gallon us_gal = 231 in^3
qt quart us_quart = 1/4 gal
pint us_pint = 1/8 gal
cup us_cup = 1/16 gal
gill = 1/32 gal
fl_oz floz fluid_ounce us_fluid_ounce = 1/128 gal
tbsp tablespoon tbs = 1/2 fl_oz
tsp teaspoon = 1/6 fl_oz
metric_cup = 250 mL
metric_tbsp metric_tablespoon = 15 mL
metric_tsp metric_teaspoon = 5 mL
imp_gal imperial_gallon uk_gallon uk_gal gal_imp = 4.54609 L
imp_qt imperial_quart uk_quart = 1/4 imp_gal
imp_pint imperial_pint uk_pint = 1/8 imp_gal
imp_cup imperial_cup = 1/16 imp_gal
imp_fl_oz imperial_fluid_ounce uk_fl_oz uk_fluid_ounce = 1/160 imp_gal
bbl barrel oil_barrel = 42 gal
bushel bu = 2150.42 in^3
peck = 1/4 bushel
dry_gal dry_gallon = 1/8 bushel
board_foot board_feet = 144 in^3
acre_ft acre_foot acre_feet = acre ft
cord = 128 ft^3
lb pound lbs lbm = 0.45359237 kg
oz ounce = 1/16 lb
dr dram = 1/16 oz
gr grain = 1/7000 lb
st stone = 14 lb
cwt hundredweight = 100 lb
ton short_ton us_ton = 2000 lb
long_ton imperial_ton uk_ton = 2240 lb
*t tonne metric_ton metric_tonne = 1000 kg
ct carat = 0.2 g
oz_t troy_ounce ozt troy_oz = 480 gr
dwt pennyweight = 24 gr
troy_pound lb_t = 12 oz_t
*u amu dalton Da = 1.66053906660e-27 kg
*N newton = kg m/s^2
lbf pound_force = 4.4482216152605 N
kgf kilogram_force kilopond kp = 9.80665 N
ozf ounce_force = 1/16 lbf
pdl poundal = lb ft/s^2
dyn dyne = 1e-5 N
kip = 1000 lbf
tonf ton_force = 2000 lbf
slug = lbf s^2/ft
*Pa pascal = N/m^2
*bar = 1e5 Pa
atm atmosphere = 101325 Pa
at technical_atmosphere = kgf/cm^2
*Torr torr = 1/760 atm
mmHg = 133.322387415 Pa
cmHg = 1333.22387415 Pa
inHg = 3386.388640341 Pa
cmH2O = 98.0665 Pa
mmH2O = 9.80665 Pa
inH2O = 249.08891 Pa
psi = lbf/in^2
ksi = 1000 psi
psf = lbf/ft^2
*J joule = N m
*cal calorie thermochemical_calorie = 4.184 J
Cal food_calorie large_calorie = 4184 J
cal_IT = 4.1868 J
*eV electronvolt electron_volt = 1.602176634e-19 J
erg = 1e-7 J
BTU Btu btu british_thermal_unit = 1055.05585262 J
*thm therm = 100000 BTU
quad = 1e15 BTU
tTNT ton_of_TNT ton_tnt = 4.184e9 J
ftlbf ft_lb foot_pound = ft lbf
*W watt = J/s
*Wh watt_hour watthour = W h
hp horsepower mechanical_horsepower = 550 ft lbf/s
PS metric_horsepower cv = 75 kgf m/s
electric_hp electric_horsepower = 746 W
TR ton_of_refrigeration = 12000 BTU/h
*C coulomb coul = A s
*V volt = W/A
*Ω ohm Ohm Ω = V/A
*S siemens mho = A/V
*F farad = coul/V
*Wb weber = V s
*H henry henries = Wb/A
*T tesla = Wb/m^2
*G gauss = 1e-4 T
*Mx maxwell = 1e-8 Wb
Oe oersted = 250 A/m/π
*Ah amp_hour ampere_hour = A h
*Hz hertz = 1/s
*lm lumen = cd rad^2
*lx lux = lm/m^2
fc footcandle foot_candle = lm/ft^2
nit = cd/m^2
*Bq becquerel = 1/s
*Ci curie = 3.7e10 Bq
*Gy gray = J/kg
rad_dose rd = 0.01 Gy
*Sv sievert = J/kg
rem = 0.01 Sv
roentgen = 2.58e-4 coul/kg
*kat katal = mol/s
*P poise = 0.1 Pa s
*St stokes stoke = 1e-4 m^2/s
deg degree ° = π/180 rad
arcmin arcminute minute_of_arc = 1/60 deg
arcsec arcsecond second_of_arc = 1/60 arcmin
turn revolution rev = 360 deg
grad gradian gon = 1/400 turn
sr steradian = rad^2
rpm RPM = rev/min
kn knot kt kts = nmi/h
mph = mi/h
kph kmh kmph = km/h
fps = ft/s
gee g0 standard_gravity gravity = 9.80665 m/s^2
Gal galileo = 0.01 m/s^2
mpg miles_per_gallon = mi/gal
mpg_imp mpg_uk imperial_mpg uk_mpg = mi/imp_gal
gpm = gal/min
cfm = ft^3/min
lpm = L/min
*B byte octet o = 8 bit
nibble = 4 bit
KB = 1000 B
bps = bit/s
kbps Kbps = kbit/s
Mbps mbps = Mbit/s
Gbps gbps = Gbit/s
Bps = B/s
KBps kBps = kB/s
MBps = MB/s
GBps = GB/s
dozen = 12
gross = 144
score = 20
percent % = 1/100
ppm = 1e-6
ppb = 1e-9
light_second = 299792458 m
clight speed_of_light = 299792458 m/s
mach = 340.29 m/s
tex = 1e-6 kg/m
denier den = 1/9 tex
clo = 0.155 m^2 K/W
`;

/** By the key of their dimensions: name, and units that a list of conversions shows. */
export const QUANTITY_LINES = `
length: m: mm cm m km in ft yd mi nmi
area: m^2: cm^2 m^2 ha km^2 in^2 ft^2 yd^2 acre mi^2
volume: m^3: mL L m^3 tsp tbsp fl_oz cup pint qt gal imp_pint imp_gal in^3 ft^3
mass: kg: mg g kg t oz lb st ton
time: s: ms s min h d week month year
speed: m/s: m/s km/h mph kn ft/s
acceleration: m/s^2: m/s^2 ft/s^2 gee
temperature: K: °C °F K °R
force: N: N kN lbf kgf
pressure: Pa: Pa kPa bar psi atm mmHg Torr inHg
energy or torque: J: J kJ cal kcal Wh kWh BTU ftlbf eV
power: W: W kW hp PS BTU/h
angle: rad: deg rad turn grad arcmin arcsec
solid angle: sr: sr deg^2
frequency: Hz: Hz kHz MHz GHz
angular speed: rad/s: rpm rad/s deg/s
data: bit: bit B kB MB GB TB KiB MiB GiB TiB
data rate: bit/s: bit/s kbit/s Mbit/s Gbit/s kB/s MB/s MiB/s
fuel economy: m/m^3: km/L mpg mpg_imp L/100km
fuel consumption: m^3/m: L/100km mpg mpg_imp km/L
density: kg/m^3: kg/m^3 g/cm^3 g/L lb/ft^3 lb/gal
flow rate: m^3/s: L/s L/min m^3/h gal/min ft^3/min
mass flow: kg/s: kg/s kg/h lb/h
electric current: A: mA A kA
electric charge: A s: mAh Ah coulomb
voltage: V: mV V kV
resistance: Ω: mΩ Ω kΩ MΩ
capacitance: farad: pF nF µF mF
inductance: henry: µH mH henry
magnetic flux density: T: µT mT T G
illuminance: lx: lx fc
amount of substance: mol: mmol mol kmol
concentration: mol/m^3: mmol/L mol/L mol/m^3
dynamic viscosity: Pa s: cP P Pa*s
kinematic viscosity: m^2/s: cSt St m^2/s
dose: Gy: mGy Gy rad_dose rem mSv
surface tension or stiffness: N/m: N/m mN/m lbf/in
specific heat: J/kg/K: J/(kg*K) cal/(g*K) BTU/(lb*°F)
thermal conductivity: W/m/K: W/(m*K) BTU/(h*ft*°F)
number: 1: percent ppm dozen
`;
