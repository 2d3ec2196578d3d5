/** Words that stand for real banks, employers and payroll products; none of them may turn up in a made-up world. */
export const realNames: readonly string[] = `
Barclays|HSBC|Lloyds|NatWest|Santander|Halifax|Nationwide|Monzo|Starling|Revolut|TSB|First Direct|Metro Bank
Coutts|Virgin Money|Clydesdale|Co-operative Bank|Chase|Tide|Royal Bank of Scotland|Bank of Scotland|Bank of Ireland
Danske|Ulster Bank|Yorkshire Bank|Leeds Building Society|Skipton|Coventry Building Society|Wise|Klarna|PayPal
Tesco|Sainsbury'?s?|Asda|Morrisons?|Aldi|Lidl|Waitrose|Marks (and|&|-) Spencer|John Lewis|Boots|Superdrug|Iceland Foods
Primark|Argos|Currys|Halfords|Greggs|Costa|Starbucks|Nando'?s|McDonald'?s|Wetherspoons?|Whitbread|Premier Inn
Amazon|Google|Microsoft|Apple|Netflix|Spotify|Uber|Deliveroo|Just Eat|Bolt|Ocado|eBay|Etsy|Shell|Esso|Texaco
British Gas|EDF|E\\.ON|Octopus|OVO|Scottish Power|Thames Water|Severn Trent|Vodafone|EE|Three Mobile|O2|BT Group|Sky|TalkTalk
Royal Mail|DHL|DPD|FedEx|Evri|Network Rail|Trainline|Stagecoach|Arriva|National Express|easyJet|Ryanair|NHS|BBC|HMRC
Serco|Capita|G4S|Mitie|Compass Group|Deloitte|KPMG|PwC|EY|Accenture|BAE Systems|Rolls-Royce|GSK|AstraZeneca|Unilever
Sage|Xero|QuickBooks|Intuit|ADP|Paychex|Ceridian|Dayforce|Workday|SAP|Oracle|IRIS|BrightPay|Moorepay|PayFit|Zellis
SD Worx|MHR|iTrent|Cezanne|BambooHR|Gusto|Deel|Rippling|Personio|HiBob|Staffology|FreeAgent|KashFlow|Access Group
Cintra|Midland HR|Moneysoft|12Pay|Employment Hero|Breathe HR|Citation|Payzaar|PayCaptain|PayDashboard|Wagestream
Argyle|Plaid|Truework|Pinwheel|Atomic|Experian|Equifax|TransUnion|TrueLayer|Tink|Yapily|Konfir|Teamspirit
`
  .trim()
  .split(/[|\n]/);
