export const CROISSANT = "http://mlcommons.org/croissant/1.1";
export const CROISSANT_RAI = "http://mlcommons.org/croissant/RAI/1.0";

const plain = (names: string) => Object.fromEntries(names.split(/\s+/).map((name) => [name, `cr:${name}`]));

/** The JSON-LD context that Croissant 1.1 recommends: names of its terms. */
export const CONTEXT = {
  "@language": "en",
  "@vocab": "http://schema.org/",
  sc: "http://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  rai: "http://mlcommons.org/croissant/RAI/",
  dct: "http://purl.org/dc/terms/",
  conformsTo: "dct:conformsTo",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  examples: { "@id": "cr:examples", "@type": "@json" },
  ...plain(
    `annotation arrayShape citeAs column containedIn equivalentProperty excludes extract field fileProperty fileObject
    fileSet format includes isArray isLiveDataset jsonPath key md5 parentField recordSet references regex readLines
    sdVersion separator source subField transform unArchive value`,
  ),
};

/** What the RAI vocabulary calls its properties (version 1.0). */
export const RAI_PROPERTIES = new Set(
  `dataCollection dataCollectionType dataCollectionMissingData dataCollectionRawData dataCollectionTimeframe
  dataImputationProtocol dataManipulationProtocol dataPreprocessingProtocol dataAnnotationProtocol
  dataAnnotationPlatform dataAnnotationAnalysis dataReleaseMaintenancePlan personalSensitiveInformation dataSocialImpact
  dataBiases dataLimitations dataUseCases annotationsPerItem annotatorDemographics machineAnnotationTools`
    .split(/\s+/)
    .map((name) => `rai:${name}`),
);
