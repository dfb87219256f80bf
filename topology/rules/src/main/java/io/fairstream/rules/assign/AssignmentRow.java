package io.fairstream.rules.assign;

import java.util.List;
import java.util.Set;

/** Published row of an assignment. The names are those of the schema {@code Assignment}, which says what they mean. */
public record AssignmentRow(
        String host,
        String user,
        long at,
        String policy,
        List<Given> choices,
        List<Assignment.Passed> passed,
        Set<Resource> idle) {
    /** A project that the host is given. */
    public record Given(String project, double score, Set<Resource> uses, String reason) {
        private static Given of(Choice choice) {
            return new Given(choice.project(), choice.score(), choice.uses(), choice.reason());
        }
    }

    /**
     * The row of an assignment.
     *
     * @param user whose host it is
     * @param at time of the report that led to it, milliseconds since 1970
     * @param policy how projects were compared
     */
    public static AssignmentRow of(String user, long at, String policy, Assignment assignment) {
        return new AssignmentRow(
                assignment.host(),
                user,
                at,
                policy,
                assignment.choices().stream().map(Given::of).toList(),
                assignment.passed(),
                assignment.idle());
    }
}
