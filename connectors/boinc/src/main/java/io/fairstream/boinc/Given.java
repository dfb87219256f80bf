package io.fairstream.boinc;

import java.util.List;
import java.util.Set;

/**
 * The projects a host was given.
 *
 * @param projects best first; none when there is nothing to choose from, as long as the topology is not told of it
 * @param optedOut those its user does not want
 */
public record Given(List<String> projects, Set<String> optedOut) {
    public Given {
        projects = List.copyOf(projects);
        optedOut = Set.copyOf(optedOut);
    }

    /** True if a host that has a project is to leave it. Who is given nothing leaves nothing but what its user does not want. */
    boolean leaves(String project) {
        return optedOut.contains(project) || (!projects.isEmpty() && !projects.contains(project));
    }
}
