import { hash32 } from '../random.ts';

/** What kind of work an employer has; a person's trade looks for an employer of the same kind. */
export type Sector =
  | 'office'
  | 'technology'
  | 'health'
  | 'education'
  | 'shops'
  | 'goods'
  | 'building'
  | 'hospitality'
  | 'platform';

export type KnownEmployer = {
  listed: { id: string; name: string; url: string; logo_url: string; providers: string[] };
  sector: Sector;
  payeReference: string;
};

// id | name | sector | providers it pays through. All made up.
const ROWS = `
amberholt|Amberholt Insurance Services|office|oxlip umberfold-core
brackwell-vane|Brackwell Vane Solicitors|office|quernstone
cindermoor|Cindermoor Accountants|office|pennywort
dapplefold|Dapplefold Housing Association|office|umberfold-core corvanby
eastcombe-tarn|Eastcombe Tarn Council Services|office|corvanby
fallowgate|Fallowgate Travel|office|larkenfen
gorsewick|Gorsewick Marketing|office|ottersedge
hartlebeck|Hartlebeck Software|technology|thrumble fernlatch
ivelwood|Ivelwood Data|technology|thrumble
juniper-sound|Juniper Sound Studios|technology|fernlatch yarrowhithe
kelpie-systems|Kelpiebank Systems|technology|oxlip
lindenmarsh|Lindenmarsh Hospitals Trust|health|corvanby-care
millbrook-veil|Millveil Dental Group|health|hobbin-pike
nightjar-care|Nightjarrow Home Care|health|umberfold-hourly nettlecomb
orchard-lyn|Orchardlyn Care Homes|health|corvanby-care saltmarrow
pipit-vale|Pipitvale Physiotherapy|health|pennywort
quillhurst|Quillhurst Academies|education|corvanby-schools
rushmere-hall|Rushenmere College|education|corvanby-schools vetchling
sedgewold|Sedgewold University|education|umberfold-core
tansyfield|Tansyfield Nurseries|education|brindlecote
underhay|Underhay Grocers|shops|umberfold-hourly dunnockby-online
vixenbridge|Vixenbridge Clothing|shops|vetchling
wrenlow|Wrenlow Home and Garden|shops|ruddockby
yewstead|Yewstead Pharmacy|shops|teaselby
zinnia-row|Zinniarow Bookshops|shops|kitterby
ashenby|Ashenby Logistics|goods|tamsel-shift dunnockby-desktop
beckhollow|Beckhollow Freight|goods|marrowfield
cobblewharf|Cobblewharf Storage|goods|umberfold-hourly
drovelane|Drovelane Parcels|goods|tamsel-shift
elderforge|Elderforge Castings|goods|ingleshaw
fenwright|Fenwright Bakeries|goods|dunnockby-desktop
garnetstone|Garnetstone Builders|building|whinfold
hazelbatch|Hazelbatch Electrical|building|whinfold umberfold-bureau
ironmead|Ironmead Roofing|building|ingleshaw
kiln-and-rowe|Kiln and Rowell Homes|building|tamsel-contract
lanternby|Lanternby Hotels|hospitality|yaffleway ruddockby
mallowford|Mallowfold Inns|hospitality|yaffleway
nutwell|Nutwellow Coffee Rooms|hospitality|larkenfen
pedalbright|Pedalbright Deliveries|platform|yarrowhithe zennoway
ridewillow|Ridewillow Couriers|platform|tamsel-contract zennoway
shiftwell|Shiftwellow Staffing|platform|tamsel-shift zennoway
`;

/** A reference in the form of a PAYE reference, always the same for the same employer. */
export function payeReferenceOf(employer: string): string {
  const bits = hash32(`paye/${employer}`);
  const letter = (value: number) => String.fromCharCode(65 + (value % 26));
  const office = String(100 + (bits % 900));
  return `${office}/${letter(bits >>> 8)}${letter(bits >>> 16)}${String(10_000 + ((bits >>> 4) % 90_000))}`;
}

export const employers: readonly KnownEmployer[] = ROWS.trim()
  .split('\n')
  .map((line) => {
    const [id = '', name = '', sector, providers = ''] = line.split('|');
    return {
      sector: sector as Sector,
      payeReference: payeReferenceOf(id),
      listed: {
        id,
        name,
        url: `https://${id}.employer.example/`,
        logo_url: `https://logos.employer.example/${id}.svg`,
        providers: providers.split(' '),
      },
    };
  });
