package io.fairstream.rules.assign;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.assign.Chooser.HostFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A participating project: its programs, share and keywords.
 *
 * @param url address at which clients attach to it; empty for none
 * @param share share of all work, relative to the other projects' shares; 0 or more
 * @param keywords topics of the project, each once
 */
public record Project(String project, String url, double share, List<AppVersion> versions, List<Keyword> keywords) {
    /** Maximum number of versions, and of keywords, so that the stored project fits into one record. */
    static final int MAX = 1000;

    /** Longest name of a platform or keyword, bytes of UTF-8. */
    static final int LONGEST = 128;

    public Project {
        versions = List.copyOf(versions);
        keywords = List.copyOf(keywords);
    }

    public @Nullable Rejection refusal() {
        return Rejection.first(
                Names.refusalOfProject(project),
                Names.refusalUnlessEmpty("url", url),
                share >= 0 && share <= Bounds.SHARES ? null : impossible("share", share, "0 to 1e12"),
                refusalOfVersions(),
                refusalOfKeywords());
    }

    private @Nullable Rejection refusalOfVersions() {
        if (versions.size() > MAX) {
            return impossible("versions", versions.size(), "at most " + MAX);
        }
        return Rejection.first(versions.stream()
                .map(version -> refusalOfWord("platform", version.platform()))
                .toArray(Rejection[]::new));
    }

    private @Nullable Rejection refusalOfKeywords() {
        if (keywords.size() > MAX) {
            return impossible("keywords", keywords.size(), "at most " + MAX);
        }
        Set<String> known = new HashSet<>();
        for (Keyword keyword : keywords) {
            Rejection refused = refusalOfWord("keyword", keyword.keyword());
            if (refused != null) {
                return refused;
            }
            if (!(keyword.fraction() >= 0 && keyword.fraction() <= 1)) {
                return impossible("fraction", keyword.fraction(), "0 to 1, keyword " + Names.quoted(keyword.keyword()));
            }
            if (!known.add(keyword.keyword())) {
                return impossible("keyword", Names.quoted(keyword.keyword()), "each once");
            }
        }
        return null;
    }

    /** Returns the rejection of the name of a platform or keyword, or null if it is valid. */
    static @Nullable Rejection refusalOfWord(String what, String word) {
        return Names.refusal(what, word, LONGEST);
    }

    private Rejection impossible(String what, Object value, String expected) {
        return Rejection.of(Reason.NUMBER_IMPOSSIBLE, what, value, expected).about("project", project);
    }

    public enum Resource {
        CPU,
        GPU
    }

    /** A program of a project, which may need a usable GPU ({@code gpu}) or run in a virtual machine ({@code vm}). */
    public record AppVersion(String platform, boolean gpu, boolean vm) {
        boolean runsOn(HostFacts host) {
            return host.platforms().contains(platform)
                    && host.resources().contains(resource())
                    && (!vm || host.canRunVm());
        }

        Resource resource() {
            return gpu ? Resource.GPU : Resource.CPU;
        }
    }

    /** A keyword that users enter in their preferences, and the fraction of the project's work to which it applies, 0 to 1. */
    public record Keyword(String keyword, double fraction) {}
}
