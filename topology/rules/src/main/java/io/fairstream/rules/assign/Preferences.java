package io.fairstream.rules.assign;

import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.assign.Project.Keyword;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A user's decision about the projects that the user's hosts should work for.
 *
 * @param optedOut excluded projects
 * @param wanted preferred keywords
 * @param unwanted rejected keywords; a project to which one of them applies fully is excluded
 */
public record Preferences(String user, Set<String> optedOut, Set<String> wanted, Set<String> unwanted) {
    /** Maximum number of entries of each kind, so that the stored preferences fit into one record. */
    static final int MAX = 1000;

    private static final int LONGEST_USER = 128;

    public Preferences {
        optedOut = Set.copyOf(optedOut);
        wanted = Set.copyOf(wanted);
        unwanted = Set.copyOf(unwanted);
    }

    public static Preferences none(String user) {
        return new Preferences(user, Set.of(), Set.of(), Set.of());
    }

    public @Nullable Rejection refusal() {
        return Rejection.first(
                Names.refusal("user", user, LONGEST_USER),
                refusal("optedOut", optedOut),
                refusal("wanted", wanted),
                refusal("unwanted", unwanted));
    }

    private @Nullable Rejection refusal(String what, Set<String> words) {
        if (words.size() > MAX) {
            return Rejection.of(Reason.NUMBER_IMPOSSIBLE, what, words.size(), "at most " + MAX)
                    .about("user", user);
        }
        return Rejection.first(words.stream()
                .sorted()
                .map(word -> Project.refusalOfWord(what, word))
                .toArray(Rejection[]::new));
    }

    boolean vetoes(Project project) {
        return project.keywords().stream()
                .anyMatch(keyword -> keyword.fraction() >= 1 && unwanted.contains(keyword.keyword()));
    }

    /** Computes how well a project matches the preferences: the sum of the wanted keywords' fractions. */
    double liking(Project project) {
        return wanted.isEmpty()
                ? 0
                : project.keywords().stream()
                        .filter(keyword -> wanted.contains(keyword.keyword()))
                        .mapToDouble(Keyword::fraction)
                        .sum();
    }
}
