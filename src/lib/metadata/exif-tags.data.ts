/**
 * Names of the tags of TIFF 6.0, Exif 3.0, TIFF/EP and DNG as ExifTool 12.57 writes them (`exiftool -listx`), so that what both
 * read can be compared. Numbers are hexadecimal.
 */
const namesOf = (table: string): ReadonlyMap<number, string> =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .map((row) => {
        const [id = '', name = ''] = row.split(':');
        return [Number.parseInt(id, 16), name] as const;
      }),
  );

/** Of the picture and of Exif. */
export const EXIF_TAGS: ReadonlyMap<number, string> = namesOf(`
1:InteropIndex 2:InteropVersion b:ProcessingSoftware fe:SubfileType ff:OldSubfileType 100:ImageWidth 101:ImageHeight
102:BitsPerSample 103:Compression 106:PhotometricInterpretation 107:Thresholding 108:CellWidth 109:CellLength
10a:FillOrder 10d:DocumentName 10e:ImageDescription 10f:Make 110:Model 112:Orientation 115:SamplesPerPixel
116:RowsPerStrip 118:MinSampleValue 119:MaxSampleValue 11a:XResolution 11b:YResolution 11c:PlanarConfiguration
11d:PageName 11e:XPosition 11f:YPosition 120:FreeOffsets 121:FreeByteCounts 122:GrayResponseUnit
123:GrayResponseCurve 124:T4Options 125:T6Options 128:ResolutionUnit 129:PageNumber 12c:ColorResponseUnit
12d:TransferFunction 131:Software 132:ModifyDate 13b:Artist 13c:HostComputer 13d:Predictor 13e:WhitePoint
13f:PrimaryChromaticities 140:ColorMap 141:HalftoneHints 142:TileWidth 143:TileLength 144:TileOffsets
145:TileByteCounts 146:BadFaxLines 147:CleanFaxData 148:ConsecutiveBadFaxLines 14c:InkSet 14d:InkNames
14e:NumberofInks 150:DotRange 151:TargetPrinter 152:ExtraSamples 153:SampleFormat 154:SMinSampleValue
155:SMaxSampleValue 156:TransferRange 157:ClipPath 158:XClipPathUnits 159:YClipPathUnits 15a:Indexed 15b:JPEGTables
15f:OPIProxy 191:ProfileType 192:FaxProfile 193:CodingMethods 194:VersionYear 195:ModeNumber 1b1:Decode
1b2:DefaultImageColor 1b3:T82Options 1b5:JPEGTables 200:JPEGProc 203:JPEGRestartInterval 205:JPEGLosslessPredictors
206:JPEGPointTransforms 207:JPEGQTables 208:JPEGDCTables 209:JPEGACTables 211:YCbCrCoefficients 212:YCbCrSubSampling
213:YCbCrPositioning 214:ReferenceBlackWhite 22f:StripRowCounts 2bc:ApplicationNotes 3e7:USPTOMiscellaneous
1000:RelatedImageFileFormat 1001:RelatedImageWidth 1002:RelatedImageHeight 4746:Rating 4747:XP_DIP_XML
4749:RatingPercent 7000:SonyRawFileType 7010:SonyToneCurve 7031:VignettingCorrection 7032:VignettingCorrParams
7034:ChromaticAberrationCorrection 7035:ChromaticAberrationCorrParams 7036:DistortionCorrection
7037:DistortionCorrParams 74c7:SonyCropTopLeft 74c8:SonyCropSize 800d:ImageID 80a3:WangTag1 80a4:WangAnnotation
80a5:WangTag3 80a6:WangTag4 80b9:ImageReferencePoints 80ba:RegionXformTackPoint 80bb:WarpQuadrilateral
80bc:AffineTransformMat 80e3:Matteing 80e4:DataType 80e5:ImageDepth 80e6:TileDepth 8214:ImageFullWidth
8215:ImageFullHeight 8216:TextureFormat 8217:WrapModes 8218:FovCot 8219:MatrixWorldToScreen 821a:MatrixWorldToCamera
827d:Model2 828d:CFARepeatPatternDim 828e:CFAPattern2 828f:BatteryLevel 8298:Copyright 829a:ExposureTime
829d:FNumber 82a5:MDFileTag 82a6:MDScalePixel 82a7:MDColorTable 82a8:MDLabName 82a9:MDSampleInfo 82aa:MDPrepDate
82ab:MDPrepTime 82ac:MDFileUnits 830e:PixelScale 8335:AdventScale 8336:AdventRevision 835c:UIC1Tag 835d:UIC2Tag
835e:UIC3Tag 835f:UIC4Tag 83bb:IPTC-NAA 847e:IntergraphPacketData 847f:IntergraphFlagRegisters 8480:IntergraphMatrix
8481:INGRReserved 8482:ModelTiePoint 84e0:Site 84e1:ColorSequence 84e2:IT8Header 84e3:RasterPadding
84e4:BitsPerRunLength 84e5:BitsPerExtendedRunLength 84e6:ColorTable 84e7:ImageColorIndicator
84e8:BackgroundColorIndicator 84e9:ImageColorValue 84ea:BackgroundColorValue 84eb:PixelIntensityRange
84ec:TransparencyIndicator 84ed:ColorCharacterization 84ee:HCUsage 84ef:TrapIndicator 84f0:CMYKEquivalent
8546:SEMInfo 85b8:PixelMagicJBIGOptions 85d7:JPLCartoIFD 85d8:ModelTransform 8602:WB_GRGBLevels
877f:TIFF_FXExtensions 8780:MultiProfiles 8781:SharedData 8782:T88Options 87ac:ImageLayer 87af:GeoTiffDirectory
87b0:GeoTiffDoubleParams 87b1:GeoTiffAsciiParams 87be:JBIGOptions 8822:ExposureProgram 8824:SpectralSensitivity
8827:ISO 8828:Opto-ElectricConvFactor 8829:Interlace 882a:TimeZoneOffset 882b:SelfTimerMode 8830:SensitivityType
8831:StandardOutputSensitivity 8832:RecommendedExposureIndex 8833:ISOSpeed 8834:ISOSpeedLatitudeyyy
8835:ISOSpeedLatitudezzz 885c:FaxRecvParams 885d:FaxSubAddress 885e:FaxRecvTime 8871:FedexEDR 9000:ExifVersion
9003:DateTimeOriginal 9004:CreateDate 9009:GooglePlusUploadCode 9010:OffsetTime 9011:OffsetTimeOriginal
9012:OffsetTimeDigitized 9101:ComponentsConfiguration 9102:CompressedBitsPerPixel 9201:ShutterSpeedValue
9202:ApertureValue 9203:BrightnessValue 9204:ExposureCompensation 9205:MaxApertureValue 9206:SubjectDistance
9207:MeteringMode 9208:LightSource 9209:Flash 920a:FocalLength 920b:FlashEnergy 920c:SpatialFrequencyResponse
920d:Noise 920e:FocalPlaneXResolution 920f:FocalPlaneYResolution 9210:FocalPlaneResolutionUnit 9211:ImageNumber
9212:SecurityClassification 9213:ImageHistory 9214:SubjectArea 9215:ExposureIndex 9216:TIFF-EPStandardID
9217:SensingMethod 923a:CIP3DataFile 923b:CIP3Sheet 923c:CIP3Side 923f:StoNits 9286:UserComment 9290:SubSecTime
9291:SubSecTimeOriginal 9292:SubSecTimeDigitized 932f:MSDocumentText 9330:MSPropertySetStorage
9331:MSDocumentTextPosition 935c:ImageSourceData 9400:AmbientTemperature 9401:Humidity 9402:Pressure 9403:WaterDepth
9404:Acceleration 9405:CameraElevationAngle 9c9b:XPTitle 9c9c:XPComment 9c9d:XPAuthor 9c9e:XPKeywords 9c9f:XPSubject
a000:FlashpixVersion a001:ColorSpace a002:ExifImageWidth a003:ExifImageHeight a004:RelatedSoundFile
a010:SamsungRawPointersOffset a011:SamsungRawPointersLength a101:SamsungRawByteOrder a102:SamsungRawUnknown
a20b:FlashEnergy a20c:SpatialFrequencyResponse a20d:Noise a20e:FocalPlaneXResolution a20f:FocalPlaneYResolution
a210:FocalPlaneResolutionUnit a211:ImageNumber a212:SecurityClassification a213:ImageHistory a214:SubjectLocation
a215:ExposureIndex a216:TIFF-EPStandardID a217:SensingMethod a300:FileSource a301:SceneType a302:CFAPattern
a401:CustomRendered a402:ExposureMode a403:WhiteBalance a404:DigitalZoomRatio a405:FocalLengthIn35mmFormat
a406:SceneCaptureType a407:GainControl a408:Contrast a409:Saturation a40a:Sharpness a40b:DeviceSettingDescription
a40c:SubjectDistanceRange a420:ImageUniqueID a430:OwnerName a431:SerialNumber a432:LensInfo a433:LensMake
a434:LensModel a435:LensSerialNumber a460:CompositeImage a461:CompositeImageCount a462:CompositeImageExposureTimes
a480:GDALMetadata a481:GDALNoData a500:Gamma afc0:ExpandSoftware afc1:ExpandLens afc2:ExpandFilm
afc3:ExpandFilterLens afc4:ExpandScanner afc5:ExpandFlashLamp b4c3:HasselbladRawImage bc01:PixelFormat
bc02:Transformation bc03:Uncompressed bc04:ImageType bc80:ImageWidth bc81:ImageHeight bc82:WidthResolution
bc83:HeightResolution bcc0:ImageOffset bcc1:ImageByteCount bcc2:AlphaOffset bcc3:AlphaByteCount
bcc4:ImageDataDiscard bcc5:AlphaDataDiscard c427:OceScanjobDesc c428:OceApplicationSelector c429:OceIDNumber
c42a:OceImageLogic c44f:Annotations c4a5:PrintIM c51b:HasselbladExif c573:OriginalFileName
c580:USPTOOriginalContentType c5e0:CR2CFAPattern c612:DNGVersion c613:DNGBackwardVersion c614:UniqueCameraModel
c615:LocalizedCameraModel c616:CFAPlaneColor c617:CFALayout c618:LinearizationTable c619:BlackLevelRepeatDim
c61a:BlackLevel c61b:BlackLevelDeltaH c61c:BlackLevelDeltaV c61d:WhiteLevel c61e:DefaultScale c61f:DefaultCropOrigin
c620:DefaultCropSize c621:ColorMatrix1 c622:ColorMatrix2 c623:CameraCalibration1 c624:CameraCalibration2
c625:ReductionMatrix1 c626:ReductionMatrix2 c627:AnalogBalance c628:AsShotNeutral c629:AsShotWhiteXY
c62a:BaselineExposure c62b:BaselineNoise c62c:BaselineSharpness c62d:BayerGreenSplit c62e:LinearResponseLimit
c62f:CameraSerialNumber c630:DNGLensInfo c631:ChromaBlurRadius c632:AntiAliasStrength c633:ShadowScale
c635:MakerNoteSafety c640:RawImageSegmentation c65a:CalibrationIlluminant1 c65b:CalibrationIlluminant2
c65c:BestQualityScale c65d:RawDataUniqueID c660:AliasLayerMetadata c68b:OriginalRawFileName c68c:OriginalRawFileData
c68d:ActiveArea c68e:MaskedAreas c68f:AsShotICCProfile c690:AsShotPreProfileMatrix c691:CurrentICCProfile
c692:CurrentPreProfileMatrix c6bf:ColorimetricReference c6c5:SRawType c6d2:PanasonicTitle c6d3:PanasonicTitle2
c6f3:CameraCalibrationSig c6f4:ProfileCalibrationSig c6f6:AsShotProfileName c6f7:NoiseReductionApplied
c6f8:ProfileName c6f9:ProfileHueSatMapDims c6fa:ProfileHueSatMapData1 c6fb:ProfileHueSatMapData2
c6fc:ProfileToneCurve c6fd:ProfileEmbedPolicy c6fe:ProfileCopyright c714:ForwardMatrix1 c715:ForwardMatrix2
c716:PreviewApplicationName c717:PreviewApplicationVersion c718:PreviewSettingsName c719:PreviewSettingsDigest
c71a:PreviewColorSpace c71b:PreviewDateTime c71c:RawImageDigest c71d:OriginalRawFileDigest c71e:SubTileBlockSize
c71f:RowInterleaveFactor c725:ProfileLookTableDims c726:ProfileLookTableData c740:OpcodeList1 c741:OpcodeList2
c74e:OpcodeList3 c761:NoiseProfile c763:TimeCodes c764:FrameRate c772:TStop c789:ReelName
c791:OriginalDefaultFinalSize c792:OriginalBestQualitySize c793:OriginalDefaultCropSize c7a1:CameraLabel
c7a3:ProfileHueSatMapEncoding c7a4:ProfileLookTableEncoding c7a5:BaselineExposureOffset c7a6:DefaultBlackRender
c7a7:NewRawImageDigest c7a8:RawToPreviewGain c7aa:CacheVersion c7b5:DefaultUserCrop c7e9:DepthFormat c7ea:DepthNear
c7eb:DepthFar c7ec:DepthUnits c7ed:DepthMeasureType c7ee:EnhanceParams cd2d:ProfileGainTableMap cd2e:SemanticName
cd30:SemanticInstanceID cd31:CalibrationIlluminant3 cd32:CameraCalibration3 cd33:ColorMatrix3 cd34:ForwardMatrix3
cd35:IlluminantData1 cd36:IlluminantData2 cd37:IlluminantData3 cd38:MaskSubArea cd39:ProfileHueSatMapData3
cd3a:ReductionMatrix3 cd3b:RGBTables ea1c:Padding ea1d:OffsetSchema fde8:OwnerName fde9:SerialNumber fdea:Lens
`);

/** Of the GPS directory. */
export const GPS_TAGS: ReadonlyMap<number, string> = namesOf(`
0:GPSVersionID 1:GPSLatitudeRef 2:GPSLatitude 3:GPSLongitudeRef 4:GPSLongitude 5:GPSAltitudeRef 6:GPSAltitude
7:GPSTimeStamp 8:GPSSatellites 9:GPSStatus a:GPSMeasureMode b:GPSDOP c:GPSSpeedRef d:GPSSpeed e:GPSTrackRef
f:GPSTrack 10:GPSImgDirectionRef 11:GPSImgDirection 12:GPSMapDatum 13:GPSDestLatitudeRef 14:GPSDestLatitude
15:GPSDestLongitudeRef 16:GPSDestLongitude 17:GPSDestBearingRef 18:GPSDestBearing 19:GPSDestDistanceRef
1a:GPSDestDistance 1b:GPSProcessingMethod 1c:GPSAreaInformation 1d:GPSDateStamp 1e:GPSDifferential
1f:GPSHPositioningError
`);
