package io.fairstream.boinc;

import java.util.List;
import java.util.Set;

/**
 * Projects assigned to a host.
 *
 * @param projects best first; empty if there is nothing to choose from, for example while the topology has no projects
 * @param optedOut projects that its user does not want
 */
public record Given(List<String> projects, Set<String> optedOut) {
    public Given {
        projects = List.copyOf(projects);
        optedOut = Set.copyOf(optedOut);
    }

    /**
     * Returns true if a host that has a project is to detach from it. A host without an assignment only leaves projects
     * that its user does not want.
     */
    boolean leaves(String project) {
        return optedOut.contains(project) || (!projects.isEmpty() && !projects.contains(project));
    }
}
