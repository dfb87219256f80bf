package io.fairstream.boinc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Accounts at projects: a project's authenticator (account key, or weak account key) for one user, or for all other users. */
public final class ProjectAccounts {
    private static final String EXPECTED = "PROJECT USER AUTHENTICATOR, with * for all other users";
    private static final String EVERYBODY = "*";

    private final Map<List<String>, String> authenticators;

    private ProjectAccounts(Map<List<String>, String> authenticators) {
        this.authenticators = authenticators;
    }

    /**
     * Parses accounts, one a line: project, user or *, authenticator.
     *
     * @throws IllegalArgumentException with the number of the first invalid line, without its content
     */
    public static ProjectAccounts of(List<String> lines) {
        Map<List<String>, String> authenticators = new HashMap<>();
        for (Line line : Line.read(lines, 3, 3, EXPECTED)) {
            List<String> words = line.words();
            if (authenticators.put(words.subList(0, 2), words.get(2)) != null) {
                throw line.problem("a duplicate account (expected: once)");
            }
        }
        return new ProjectAccounts(Map.copyOf(authenticators));
    }

    public int size() {
        return authenticators.size();
    }

    /** Returns the authenticator for a project; the user's own account takes precedence over the common one. */
    Optional<String> authenticator(String project, String user) {
        String own = authenticators.get(List.of(project, user));
        return Optional.ofNullable(own != null ? own : authenticators.get(List.of(project, EVERYBODY)));
    }
}
