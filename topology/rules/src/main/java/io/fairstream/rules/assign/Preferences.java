package io.fairstream.rules.assign;

import java.util.Set;

/**
 * What a user wants their hosts to work for.
 *
 * @param optedOut projects
 * @param wanted keywords
 * @param unwanted keywords; a project to which one applies in full is out
 */
public record Preferences(Set<String> optedOut, Set<String> wanted, Set<String> unwanted) {
    /** Who does not mind. */
    public static final Preferences NONE = new Preferences(Set.of(), Set.of(), Set.of());

    public Preferences {
        optedOut = Set.copyOf(optedOut);
        wanted = Set.copyOf(wanted);
        unwanted = Set.copyOf(unwanted);
    }

    boolean vetoes(Project project) {
        return project.keywords().entrySet().stream()
                .anyMatch(keyword -> keyword.getValue() >= 1 && unwanted.contains(keyword.getKey()));
    }

    /** How well a project meets the wishes: the sum of the wanted keywords' fractions. */
    double liking(Project project) {
        return project.keywords().entrySet().stream()
                .filter(keyword -> wanted.contains(keyword.getKey()))
                .mapToDouble(keyword -> keyword.getValue())
                .sum();
    }
}
