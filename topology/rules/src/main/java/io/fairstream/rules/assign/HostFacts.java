package io.fairstream.rules.assign;

import java.util.Map;
import java.util.Set;

/**
 * What matters of a host.
 *
 * @param platforms for which it runs programs
 * @param resources it has; GPU for a usable one
 * @param canRunVm whether it can run virtual machines
 * @param dry for a project, of what resources it had no work for the host when last asked; all, when it could not be asked
 */
public record HostFacts(
        String host,
        String user,
        Set<String> platforms,
        Set<Resource> resources,
        boolean canRunVm,
        Map<String, Set<Resource>> dry) {
    public HostFacts {
        platforms = Set.copyOf(platforms);
        resources = Set.copyOf(resources);
        dry = Map.copyOf(dry);
    }
}
