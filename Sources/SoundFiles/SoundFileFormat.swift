// SPDX-License-Identifier: Apache-2.0
// The formats that can be written.

internal import CSndfile

/// A format to write; every format that libsndfile knows can be read.
package enum SoundFileFormat: Hashable, Sendable, CaseIterable {
  /// WAV (RF64 from 4 GB on) with 16-bit samples.
  case wav16
  /// WAV (RF64 from 4 GB on) with 24-bit samples.
  case wav24
  /// WAV (RF64 from 4 GB on) with 32-bit float samples: every sample is kept bit for bit.
  case wavFloat
  /// FLAC with 24-bit samples.
  case flac24
  /// Ogg Vorbis.
  case vorbis
  /// Ogg Opus; the rate must be one of Opus's own, for example 48 kHz.
  case opus
  /// MPEG layer III.
  case mp3

  /// The format in which a file of this name is recorded.
  init(recording path: String) throws(SoundFileError) {
    switch path.split(separator: ".").last?.lowercased() {
    case "wav": self = .wavFloat
    case "flac": self = .flac24
    default: throw .unknownExtension(path: path)
    }
  }

  /// The format in libsndfile's words.
  var code: Int32 {
    let (container, samples) =
      switch self {
      case .wav16: (SF_FORMAT_RF64, SF_FORMAT_PCM_16)
      case .wav24: (SF_FORMAT_RF64, SF_FORMAT_PCM_24)
      case .wavFloat: (SF_FORMAT_RF64, SF_FORMAT_FLOAT)
      case .flac24: (SF_FORMAT_FLAC, SF_FORMAT_PCM_24)
      case .vorbis: (SF_FORMAT_OGG, SF_FORMAT_VORBIS)
      case .opus: (SF_FORMAT_OGG, SF_FORMAT_OPUS)
      case .mp3: (SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III)
      }
    return Int32(clamping: container) | Int32(clamping: samples)
  }

  /// Whether samples have a full scale at which they must be clipped.
  var hasFullScale: Bool {
    switch self {
    case .wav16, .wav24, .flac24: true
    case .wavFloat, .vorbis, .opus, .mp3: false
    }
  }
}
