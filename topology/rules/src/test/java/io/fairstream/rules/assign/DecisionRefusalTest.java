package io.fairstream.rules.assign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.assign.Project.AppVersion;
import io.fairstream.rules.assign.Project.Keyword;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions about projects, and of users, that cannot be meant. */
class DecisionRefusalTest {
    private static final AppVersion LINUX = new AppVersion("linux", false, false);

    private static String told(@Nullable Rejection refused) {
        assertNotNull(refused);
        return refused.reason() + " " + refused.detail();
    }

    /** {@code bio=0.5 physics=1}. */
    private static List<Keyword> keywords(String words) {
        List<Keyword> keywords = new ArrayList<>();
        for (String word : words.isEmpty() ? new String[0] : words.split(" ", -1)) {
            String[] part = word.split("=", -1);
            keywords.add(new Keyword(part[0], Double.parseDouble(part[1])));
        }
        return keywords;
    }

    private static String many(String letter, int count) {
        return letter.repeat(count);
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource(delimiter = '|', textBlock = """
            einstein | 2     | linux | astronomy=1           | as in the catalogue
            p        | 0     | linux | bio=0 physics=0.5     | it may want no share, and be about something in no part
            """)
    void acceptsAProject(String name, double share, String platform, String keywords, String reason) {
        AppVersion version = new AppVersion(platform, true, true);
        assertNull(
                new Project(name, "https://p.example/", share, List.of(version), keywords(keywords)).refusal(), reason);
        assertNull(new Project(name, "", share, List.of(), List.of()).refusal(), "it may have no programs yet");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''  | 1        | linux | ''            | NAME_EMPTY project: "" (expected: a name of 1 to 1024 bytes)
            a/b | 1        | linux | ''            | KEY_MISMATCH project: "a/b" (expected: no slash, which ends the project's name in targets)
            p   | -1       | linux | ''            | NUMBER_IMPOSSIBLE share: -1.0 (expected: 0 to 1e12), project p
            p   | NaN      | linux | ''            | NUMBER_IMPOSSIBLE share: NaN (expected: 0 to 1e12), project p
            p   | Infinity | linux | ''            | NUMBER_IMPOSSIBLE share: Infinity (expected: 0 to 1e12), project p
            p   | 1        | ''    | ''            | NAME_EMPTY platform: "" (expected: a name of 1 to 1024 bytes)
            p   | 1        | linux | =1            | NAME_EMPTY keyword: "" (expected: a name of 1 to 1024 bytes)
            p   | 1        | linux | bio=-0.1      | NUMBER_IMPOSSIBLE fraction: -0.1 (expected: 0 to 1, keyword "bio"), project p
            p   | 1        | linux | bio=1.5       | NUMBER_IMPOSSIBLE fraction: 1.5 (expected: 0 to 1, keyword "bio"), project p
            p   | 1        | linux | bio=NaN       | NUMBER_IMPOSSIBLE fraction: NaN (expected: 0 to 1, keyword "bio"), project p
            p   | 1        | linux | bio=1 bio=0.5 | NUMBER_IMPOSSIBLE keyword: "bio" (expected: each once), project p
            """)
    void refusesAProject(String name, double share, String platform, String keywords, String message) {
        AppVersion version = new AppVersion(platform, false, false);
        assertEquals(message, told(new Project(name, "", share, List.of(version), keywords(keywords)).refusal()));
    }

    @Test
    void refusesAProjectWithTooMuchOfSomething() {
        List<Keyword> keywords =
                IntStream.range(0, 1001).mapToObj(i -> new Keyword("k" + i, 1)).toList();
        List<AppVersion> versions = Collections.nCopies(1001, LINUX);
        assertNull(new Project("p", "", 1, versions.subList(1, 1001), keywords.subList(1, 1001)).refusal());
        assertEquals(
                "NUMBER_IMPOSSIBLE versions: 1001 (expected: at most 1000), project p",
                told(new Project("p", "", 1, versions, List.of()).refusal()));
        assertEquals(
                "NUMBER_IMPOSSIBLE keywords: 1001 (expected: at most 1000), project p",
                told(new Project("p", "", 1, List.of(), keywords).refusal()));
        AppVersion longest = new AppVersion(many("x", 129), false, false);
        assertEquals(
                "NAME_TOO_LONG platform: \"" + many("x", 40) + "...\" of 129 bytes (expected: at most 128)",
                told(new Project("p", "", 1, List.of(longest), List.of()).refusal()));
        assertEquals(
                "NAME_TOO_LONG url: \"" + many("u", 40) + "...\" of 1025 bytes (expected: at most 1024)",
                told(new Project("p", many("u", 1025), 1, List.of(), List.of()).refusal()));
    }

    @Test
    void acceptsPreferences() {
        assertNull(Preferences.none("alice").refusal());
        assertNull(new Preferences("alice", Set.of("rosetta"), Set.of("astronomy"), Set.of("cryptography")).refusal());
    }

    @Test
    void refusesPreferences() {
        assertEquals(
                "NAME_EMPTY user: \"\" (expected: a name of 1 to 1024 bytes)",
                told(Preferences.none("").refusal()));
        assertEquals(
                "NAME_TOO_LONG user: \"" + many("x", 40) + "...\" of 129 bytes (expected: at most 128)",
                told(Preferences.none(many("x", 129)).refusal()));
        assertEquals(
                "NAME_EMPTY optedOut: \"\" (expected: a name of 1 to 1024 bytes)",
                told(new Preferences("alice", Set.of("a", ""), Set.of(), Set.of()).refusal()));
        assertEquals(
                "NAME_CONTROL_CHARACTER wanted: \"b?\" (expected: no control characters; U+0007 at position 1)",
                told(new Preferences("alice", Set.of(), Set.of("b\u0007"), Set.of()).refusal()));
        Set<String> many = IntStream.range(0, 1001).mapToObj(i -> "k" + i).collect(Collectors.toSet());
        assertEquals(
                "NUMBER_IMPOSSIBLE unwanted: 1001 (expected: at most 1000), user alice",
                told(new Preferences("alice", Set.of(), Set.of(), many).refusal()));
    }
}
