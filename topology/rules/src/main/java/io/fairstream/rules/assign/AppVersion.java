package io.fairstream.rules.assign;

import java.util.Set;

/**
 * A program of a project.
 *
 * @param platform for which it is
 * @param gpu whether it needs a usable GPU
 * @param vm whether it runs in a virtual machine
 */
public record AppVersion(String platform, boolean gpu, boolean vm) {
    boolean runsOn(HostFacts host) {
        return host.platforms().contains(platform) && host.resources().contains(resource()) && (!vm || host.canRunVm());
    }

    /** True if the app version uses a resource that not every host has. */
    boolean isSpecial() {
        return gpu || vm;
    }

    Resource resource() {
        return gpu ? Resource.GPU : Resource.CPU;
    }

    /** Returns true if a host has the platform of at least one version. */
    static boolean anyOf(Set<String> platforms, Iterable<AppVersion> versions) {
        for (AppVersion version : versions) {
            if (platforms.contains(version.platform())) {
                return true;
            }
        }
        return false;
    }
}
