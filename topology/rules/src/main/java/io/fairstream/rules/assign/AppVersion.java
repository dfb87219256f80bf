package io.fairstream.rules.assign;

import java.util.Set;

/**
 * A program of a project.
 *
 * @param platform for which it is
 * @param usesGpu whether it needs a usable GPU
 * @param needsVm whether it runs in a virtual machine
 */
public record AppVersion(String platform, boolean usesGpu, boolean needsVm) {
    boolean runsOn(HostFacts host) {
        return host.platforms().contains(platform)
                && host.resources().contains(resource())
                && (!needsVm || host.canRunVm());
    }

    /** Whether it makes use of more than any host has. */
    boolean isSpecial() {
        return usesGpu || needsVm;
    }

    Resource resource() {
        return usesGpu ? Resource.GPU : Resource.CPU;
    }

    /** Whether a host has the platform of one of them. */
    static boolean anyOf(Set<String> platforms, Iterable<AppVersion> versions) {
        for (AppVersion version : versions) {
            if (platforms.contains(version.platform())) {
                return true;
            }
        }
        return false;
    }
}
