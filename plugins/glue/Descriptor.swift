// SPDX-License-Identifier: Apache-2.0
// The functions that an LV2 host calls.

public import CPlugin

@c
func instantiate(
  _ descriptor: UnsafePointer<LV2_Descriptor>?,
  _ rate: Double,
  _ path: UnsafePointer<CChar>?,
  _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
) -> LV2_Handle? {
  // Any rate at which the filters are defined; NaN compares as false.
  guard let descriptor = unsafe descriptor, rate >= 8_000, rate <= 1_536_000 else { return nil }
  for variant in 0..<Variant.count where unsafe descriptor == table + variant {
    let setup = Setup(
      rate: rate,
      inputs: Variant.inputs(variant),
      outputs: Variant.outputs(variant)
    )
    let instance = UnsafeMutablePointer<Instance>.allocate(capacity: 1)
    unsafe instance.initialize(to: Instance(setup))
    return UnsafeMutableRawPointer(instance)
  }
  return nil
}

@_noLocks
@c
func connect(_ handle: LV2_Handle?, _ port: UInt32, _ data: UnsafeMutableRawPointer?) {
  let data = unsafe data?.assumingMemoryBound(to: Float.self)
  unsafe at(handle)?.pointee.connect(Int(clamping: port), to: data)
}

@_noLocks
@c
func activate(_ handle: LV2_Handle?) {
  unsafe at(handle)?.pointee.activate()
}

@_noLocks
@c
func run(_ handle: LV2_Handle?, _ frames: UInt32) {
  unsafe at(handle)?.pointee.run(Int(clamping: frames))
}

@c
func cleanUp(_ handle: LV2_Handle?) {
  guard let instance = unsafe at(handle) else { return }
  unsafe instance.deinitialize(count: 1)
  unsafe instance.deallocate()
}

@inline(__always)
@_noLocks
private func at(_ handle: LV2_Handle?) -> UnsafeMutablePointer<Instance>? {
  unsafe handle?.assumingMemoryBound(to: Instance.self)
}

/// The plugins of the bundle, one for each variant; the functions are the same.
@c(lv2_descriptor)
public func descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
  guard index < Variant.count else { return nil }
  return unsafe table + Int(clamping: index)
}

nonisolated(unsafe) private let table: UnsafePointer<LV2_Descriptor> = {
  let table = UnsafeMutablePointer<LV2_Descriptor>.allocate(capacity: Variant.count)
  for variant in 0..<Variant.count {
    unsafe (table + variant).initialize(
      to: LV2_Descriptor(
        URI: Variant.uri(variant),
        instantiate: instantiate,
        connect_port: connect,
        activate: activate,
        run: run,
        deactivate: nil,
        cleanup: cleanUp,
        extension_data: nil
      )
    )
  }
  return unsafe UnsafePointer(table)
}()
