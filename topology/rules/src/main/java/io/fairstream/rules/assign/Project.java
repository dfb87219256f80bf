package io.fairstream.rules.assign;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A decision: a project takes part. What it can run and wants.
 *
 * @param url address at which clients attach to it; empty for none
 * @param share of all work, relative to the other projects' shares; 0 or more
 * @param versions its programs
 * @param keywords what it is about, each once
 */
public record Project(String project, String url, double share, List<AppVersion> versions, List<Keyword> keywords) {
    /** Most versions, and most keywords, so that what is kept fits into one record. */
    static final int MOST = 1000;

    /** Longest name of a platform or keyword, bytes of UTF-8. */
    static final int LONGEST = 128;

    public Project {
        versions = List.copyOf(versions);
        keywords = List.copyOf(keywords);
    }

    /** The refusal of a project that cannot be meant, or null if it is fine. */
    public @Nullable Refused refusal() {
        Refused refused = Names.refusalOfProject(project);
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("url", url);
        }
        if (refused == null && !(share >= 0 && share <= Bounds.SHARES)) {
            refused = impossible("share", share, "0 to 1e12");
        }
        if (refused == null) {
            refused = refusalOfVersions();
        }
        return refused == null ? refusalOfKeywords() : refused;
    }

    private @Nullable Refused refusalOfVersions() {
        if (versions.size() > MOST) {
            return impossible("versions", versions.size(), "at most " + MOST);
        }
        for (AppVersion version : versions) {
            Refused refused = refusalOfWord("platform", version.platform());
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    private @Nullable Refused refusalOfKeywords() {
        if (keywords.size() > MOST) {
            return impossible("keywords", keywords.size(), "at most " + MOST);
        }
        Set<String> known = new HashSet<>();
        for (Keyword keyword : keywords) {
            Refused refused = refusalOfWord("keyword", keyword.keyword());
            if (refused != null) {
                return refused;
            }
            if (!(keyword.fraction() >= 0 && keyword.fraction() <= 1)) {
                return impossible(
                        "fraction", keyword.fraction(), "0 to 1, keyword \"" + Names.shown(keyword.keyword()) + "\"");
            }
            if (!known.add(keyword.keyword())) {
                return impossible("keyword", "\"" + Names.shown(keyword.keyword()) + "\"", "each once");
            }
        }
        return null;
    }

    /** The refusal of the name of a platform or keyword, or null if it is fine. */
    static @Nullable Refused refusalOfWord(String what, String word) {
        Refused refused = Names.refusal(what, word);
        return refused == null ? Names.refusalOfLength(what, word, LONGEST) : refused;
    }

    private Refused impossible(String what, Object value, String expected) {
        return new Refused(
                Reason.NUMBER_IMPOSSIBLE,
                String.format("%s: %s (expected: %s), project %s", what, value, expected, Names.shown(project)));
    }
}
