package io.fairstream.boinc;

import java.util.List;
import java.util.Set;

/**
 * Projects assigned to a host.
 *
 * @param projects assigned projects, the best first; empty if no project is available, for example while the topology has none
 * @param optedOut projects that the host's user does not want
 */
record Given(List<String> projects, Set<String> optedOut) {
    public Given {
        projects = List.copyOf(projects);
        optedOut = Set.copyOf(optedOut);
    }

    /**
     * Returns true if a host must detach from a project to which it is attached. A host without an assignment leaves only projects
     * that its user does not want.
     */
    boolean leaves(String project) {
        return optedOut.contains(project) || (!projects.isEmpty() && !projects.contains(project));
    }
}
