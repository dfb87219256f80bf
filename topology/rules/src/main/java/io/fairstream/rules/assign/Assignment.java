package io.fairstream.rules.assign;

import java.util.List;
import java.util.Set;

/**
 * Which projects a host is given, and why.
 *
 * @param choices in the order of choice, best first
 * @param passed those it is not given; of more than a thousand, the first
 * @param idle resources of the host for which no project has work
 */
public record Assignment(String host, List<Choice> choices, List<Passed> passed, Set<Resource> idle) {
    /** A project that the host is not given. */
    public record Passed(String project, String reason) {}
}
