package io.fairstream.streams.config;

import io.fairstream.rules.priority.Groups;
import java.util.Optional;

/** Checks that the configured groups are a tree, and that the factors of groups are of groups. */
final class GroupsCheck {
    private GroupsCheck() {}

    static Optional<Problem> problem(Settings settings) {
        Groups groups;
        try {
            groups = Groups.of(settings.groups());
        } catch (IllegalArgumentException e) {
            return Optional.of(new Problem(
                    Keys.GROUPS.name(), String.join(", ", settings.groups()), String.valueOf(e.getMessage())));
        }
        return settings.priorityFactors().ofGroups().keySet().stream()
                .filter(name -> groups.spelling(name) == null)
                .sorted()
                .findFirst()
                .map(name -> new Problem(
                        Keys.PRIORITY_FACTOR_GROUPS.name(), name, "a group that stands in " + Keys.GROUPS.name()));
    }
}
