import type { Region } from '../uk/post-codes.ts';

/** A post town, its county, and districts that lie in it. */
export type Place = { city: string; county: string; country: Region; districts: string[] };

// town | county | how many people live there, roughly | districts. No district here straddles a border.
const TOWNS: Record<Region, string> = {
  England: `
London|Greater London|9|E1 E10 EC1M EC3A EC4Y N10 N21 NW9 SE9 SE20 SW1E SW6 SW17 W1J W7 WC1H
Birmingham|West Midlands|6|B1 B3 B6 B9 B12 B15 B17 B20 B24 B27 B30 B32 B35 B38 B43 B46
Manchester|Greater Manchester|5|M1 M4 M9 M12 M15 M17 M19 M22 M24 M26 M29 M31 M34 M40 M43 M45
Leeds|West Yorkshire|5|LS1 LS2 LS3 LS5 LS6 LS8 LS9 LS11 LS12 LS13 LS15 LS16 LS18 LS19 LS25 LS26
Liverpool|Merseyside|4|L1 L3 L5 L7 L9 L11 L13 L15 L18 L21 L23 L25 L27 L29 L32 L36
Sheffield|South Yorkshire|4|S1 S2 S3 S4 S6 S7 S8 S10 S11 S12 S14 S17 S20 S25 S26 S35
Bristol|Bristol|4|BS1 BS2 BS4 BS6 BS8 BS9 BS11 BS14 BS16 BS20 BS31 BS34 BS36 BS37 BS40 BS48
Newcastle upon Tyne|Tyne and Wear|3|NE1 NE2 NE3 NE4 NE5 NE6 NE7 NE12 NE13 NE15 NE16 NE17 NE18 NE19 NE20 NE27
Nottingham|Nottinghamshire|4|NG1 NG2 NG3 NG4 NG5 NG6 NG7 NG8 NG9 NG10 NG11 NG12 NG13 NG14 NG15 NG16
Leicester|Leicestershire|3|LE1 LE2 LE3 LE4 LE5 LE6 LE7 LE8 LE9 LE19
Bradford|West Yorkshire|3|BD1 BD2 BD3 BD4 BD5 BD6 BD7 BD8 BD9 BD10 BD11 BD12 BD13 BD14 BD15
Coventry|West Midlands|3|CV1 CV2 CV3 CV4 CV5 CV6 CV7
Stoke-on-Trent|Staffordshire|2|ST1 ST2 ST3 ST4 ST6 ST7 ST8 ST9 ST10 ST11 ST12
Derby|Derbyshire|2|DE1 DE3 DE21 DE22 DE23 DE24 DE65 DE72 DE73 DE74
Southampton|Hampshire|3|SO14 SO15 SO16 SO17 SO18 SO19 SO30 SO31 SO32 SO45 SO52
Portsmouth|Hampshire|2|PO1 PO2 PO3 PO6
Plymouth|Devon|2|PL1 PL2 PL3 PL4 PL5 PL6 PL7 PL8 PL9
Exeter|Devon|2|EX1 EX2 EX3 EX4 EX5 EX6
Norwich|Norfolk|2|NR1 NR2 NR3 NR4 NR5 NR6 NR7 NR8 NR9 NR10 NR11 NR12 NR13 NR14 NR15 NR16
Ipswich|Suffolk|2|IP1 IP2 IP3 IP4 IP5 IP6 IP7 IP8 IP9 IP10
Cambridge|Cambridgeshire|2|CB1 CB2 CB3 CB4 CB5 CB21 CB22 CB23 CB24 CB25
Peterborough|Cambridgeshire|2|PE1 PE2 PE3 PE4 PE5 PE6 PE7 PE8
Oxford|Oxfordshire|2|OX1 OX2 OX3 OX4 OX33 OX44
Reading|Berkshire|2|RG1 RG2 RG4 RG5 RG6 RG7 RG8 RG10 RG30 RG31
Milton Keynes|Buckinghamshire|2|MK1 MK2 MK3 MK4 MK5 MK6 MK7 MK8 MK9 MK10 MK11 MK12 MK13 MK14 MK15 MK17
Northampton|Northamptonshire|2|NN1 NN2 NN3 NN4 NN5 NN6 NN7
Luton|Bedfordshire|2|LU1 LU2 LU3 LU4
Brighton|East Sussex|2|BN1 BN2 BN41 BN42 BN45
Bournemouth|Dorset|2|BH1 BH2 BH3 BH4 BH5 BH6 BH7 BH8 BH9 BH10 BH11
Swindon|Wiltshire|2|SN1 SN2 SN3 SN4 SN5 SN6 SN25 SN26
Gloucester|Gloucestershire|2|GL1 GL2 GL3 GL4 GL19
Cheltenham|Gloucestershire|1|GL50 GL51 GL52 GL53 GL54
Bath|Somerset|1|BA1 BA2
York|North Yorkshire|2|YO1 YO10 YO19 YO23 YO24 YO26 YO30 YO31 YO32 YO41 YO42 YO43 YO51 YO60 YO61 YO62
Harrogate|North Yorkshire|1|HG1 HG2 HG3
Middlesbrough|North Yorkshire|2|TS1 TS2 TS3 TS4 TS5 TS6 TS7 TS8 TS9
Sunderland|Tyne and Wear|2|SR1 SR2 SR3 SR4 SR5 SR6
Durham|County Durham|1|DH1 DH6 DH7
Darlington|County Durham|1|DL1 DL2 DL3
Carlisle|Cumbria|1|CA1 CA2 CA3 CA4 CA5
Preston|Lancashire|2|PR1 PR2 PR3 PR4 PR5
Blackpool|Lancashire|1|FY1 FY2 FY3 FY4
Blackburn|Lancashire|1|BB1 BB2 BB6
Bolton|Greater Manchester|2|BL1 BL2 BL3 BL4 BL5 BL6 BL7
Stockport|Greater Manchester|2|SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK12
Warrington|Cheshire|2|WA1 WA2 WA3 WA4 WA5
Wolverhampton|West Midlands|2|WV2 WV3 WV4 WV5 WV6 WV7 WV8 WV9 WV10 WV11
Walsall|West Midlands|1|WS1 WS2 WS3 WS4 WS5 WS6 WS8 WS9
Worcester|Worcestershire|1|WR1 WR2 WR3 WR4 WR5 WR6 WR7 WR8
Telford|Shropshire|1|TF1 TF2 TF3 TF4 TF5 TF6 TF7 TF8
Lincoln|Lincolnshire|1|LN1 LN2 LN3 LN4 LN5 LN6
Grimsby|Lincolnshire|1|DN31 DN32 DN33 DN34 DN36 DN37 DN41
Doncaster|South Yorkshire|2|DN1 DN2 DN3 DN4 DN5 DN6 DN7 DN8 DN9 DN10 DN11 DN12
Barnsley|South Yorkshire|1|S70 S71 S72 S73 S74 S75
Huddersfield|West Yorkshire|1|HD1 HD2 HD3 HD4 HD5 HD7 HD8
Wakefield|West Yorkshire|1|WF1 WF2 WF3 WF4
Colchester|Essex|1|CO1 CO2 CO3 CO4 CO5 CO6 CO7
Chelmsford|Essex|1|CM1 CM2 CM3
Southend-on-Sea|Essex|1|SS2 SS3
Canterbury|Kent|1|CT1 CT2 CT3 CT4
Maidstone|Kent|1|ME14 ME15 ME16 ME17 ME18
Guildford|Surrey|1|GU1 GU2 GU3 GU4 GU5
Croydon|Surrey|2|CR0
Watford|Hertfordshire|1|WD17 WD19 WD24 WD25
St Albans|Hertfordshire|1|AL1 AL2 AL3 AL4
Stevenage|Hertfordshire|1|SG1 SG2
Taunton|Somerset|1|TA1 TA2 TA3 TA4
Truro|Cornwall|1|TR1 TR2 TR3 TR4
Salisbury|Wiltshire|1|SP1 SP2 SP3 SP4 SP5
Basingstoke|Hampshire|1|RG21 RG22 RG23 RG24 RG25
Crewe|Cheshire|1|CW1 CW2 CW3 CW4
Kettering|Northamptonshire|1|NN14 NN15 NN16
Scunthorpe|Lincolnshire|1|DN15 DN16 DN17
`,
  Scotland: `
Glasgow|Lanarkshire|6|G1 G3 G11 G14 G21 G31 G34 G42 G45 G51 G60 G63 G66 G69 G73 G76
Edinburgh|Midlothian|6|EH1 EH2 EH3 EH4 EH5 EH6 EH7 EH8 EH9 EH10 EH11 EH12 EH13 EH15 EH16 EH17
Aberdeen|Aberdeenshire|2|AB10 AB11 AB12 AB15 AB16 AB21 AB22 AB23 AB24 AB25
Dundee|Angus|2|DD1 DD2 DD3 DD4 DD5
Inverness|Inverness-shire|1|IV1 IV2 IV3 IV5 IV13 IV63
Perth|Perthshire|1|PH1 PH2 PH14
Stirling|Stirlingshire|1|FK7 FK8 FK9
Paisley|Renfrewshire|1|PA1 PA2 PA3
Kirkcaldy|Fife|1|KY1 KY2
Dunfermline|Fife|1|KY12
Ayr|Ayrshire|1|KA6 KA7 KA8
Falkirk|Stirlingshire|1|FK1 FK2
Livingston|West Lothian|1|EH53 EH54
Dumfries|Dumfriesshire|1|DG1 DG2
Motherwell|Lanarkshire|1|ML1
`,
  Wales: `
Cardiff|South Glamorgan|4|CF3 CF5 CF10 CF11 CF14 CF15 CF23 CF24
Swansea|West Glamorgan|3|SA1 SA2 SA3 SA4 SA5 SA6 SA7 SA8 SA9
Newport|Gwent|2|NP10 NP11 NP18 NP19 NP20 SA42
Wrexham|Clwyd|1|LL11 LL12 LL13
Barry|South Glamorgan|1|CF62 CF63
Bridgend|Mid Glamorgan|1|CF31 CF32 CF33 CF35
Llanelli|Dyfed|1|SA14 SA15
Bangor|Gwynedd|1|LL57
Merthyr Tydfil|Mid Glamorgan|1|CF47 CF48
Pontypridd|Mid Glamorgan|1|CF37 CF38
Carmarthen|Dyfed|1|SA31 SA32 SA33
`,
  'Northern Ireland': `
Belfast|County Antrim|6|BT1 BT2 BT3 BT4 BT5 BT6 BT7 BT8 BT9 BT10 BT11 BT12 BT13 BT14 BT15 BT16
Londonderry|County Londonderry|2|BT47 BT48
Lisburn|County Antrim|1|BT27 BT28
Newry|County Down|1|BT34 BT35
Bangor|County Down|1|BT19 BT20
Armagh|County Armagh|1|BT60 BT61
Omagh|County Tyrone|1|BT78 BT79
Ballymena|County Antrim|1|BT42 BT43 BT44
Craigavon|County Armagh|1|BT62 BT63 BT64 BT65 BT66 BT67
Enniskillen|County Fermanagh|1|BT74 BT92 BT93 BT94
`,
};

const read = (country: Region): [Place, number][] =>
  TOWNS[country]
    .trim()
    .split('\n')
    .map((line) => {
      const [city = '', county = '', weight, districts = ''] = line.split('|');
      return [{ city, county, country, districts: districts.split(' ') }, Number(weight)];
    });

/** The towns of each country, each with its weight. */
export const places: Readonly<Record<Region, readonly (readonly [Place, number])[]>> = {
  England: read('England'),
  Wales: read('Wales'),
  Scotland: read('Scotland'),
  'Northern Ireland': read('Northern Ireland'),
};
