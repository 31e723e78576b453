// SPDX-License-Identifier: Apache-2.0
// Lists in XSPF, the XML format of VLC and others.

/// The tracks of an XSPF list.
struct XSPFList: XMLElements {
  private(set) var entries: [Entry] = []
  private var isInTrack = false
  private var track = Entry()

  /// One track: a URI, absolute or not, and what the list says of it.
  struct Entry {
    var location: String?
    var title: String?
    var artist: String?
  }

  mutating func begin(_ name: String, _: [String: String]) {
    guard name == "track" else { return }
    (isInTrack, track) = (true, Entry())
  }

  mutating func end(_ name: String, _ text: String) {
    guard isInTrack else { return }
    switch name {
    // Several of them are the same track elsewhere.
    case "location": track.location = track.location ?? text
    case "title": track.title = text
    case "creator": track.artist = text
    case "track":
      isInTrack = false
      if entries.count < TrackOrder.longest { entries.append(track) }
    default: break
    }
  }
}

extension ListContents {
  /// Reads what is between `<trackList>` and its end.
  init(xspf bytes: [UInt8], _ text: ListText) {
    self.init()
    var list = XSPFList()
    let problem = XMLDocument.read(bytes, into: &list)
    for entry in list.entries {
      guard let location = entry.location, !location.isEmpty else { continue }
      add(reference: location, in: text, title: entry.title, artist: entry.artist)
    }
    if let problem { remark("can't be read to its end: \(problem)") }
  }
}
