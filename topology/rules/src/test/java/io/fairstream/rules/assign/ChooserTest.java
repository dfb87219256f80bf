package io.fairstream.rules.assign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.assign.Chooser.AssignmentRow;
import io.fairstream.rules.assign.Chooser.AssignmentRow.Choice;
import io.fairstream.rules.assign.Chooser.HostFacts;
import io.fairstream.rules.assign.Project.AppVersion;
import io.fairstream.rules.assign.Project.Keyword;
import io.fairstream.rules.assign.Project.Resource;
import io.fairstream.rules.assign.ScorePolicy.HighestBalance;
import io.fairstream.rules.assign.ScorePolicy.HighestBalance.TargetBalance;
import io.fairstream.rules.assign.ScorePolicy.RecentShare;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChooserTest {
    private static final Preferences NOBODY_MINDS = Preferences.none("alice");
    private static final Set<Resource> BOTH = Set.of(Resource.CPU, Resource.GPU);

    /** {@code a:c=5} runs on CPUs and is owed 5; g is a GPU, v a virtual machine, w another platform; no number, no allocation. */
    private static List<Project> projects(String words) {
        List<Project> projects = new ArrayList<>();
        for (String word : words.split(" +", -1)) {
            String[] part = word.split("[:=]", -1);
            List<AppVersion> versions = new ArrayList<>();
            for (char kind : part[1].toCharArray()) {
                versions.add(new AppVersion(kind == 'w' ? "windows" : "linux", kind == 'g', kind == 'v'));
            }
            List<Keyword> keywords = List.of(new Keyword("about " + part[0], 1), new Keyword("science", 0.5));
            projects.add(new Project(part[0], "", 1, versions, keywords));
        }
        return projects;
    }

    private static ScorePolicy balances(String words) {
        Map<String, TargetBalance> balances = new HashMap<>();
        for (String word : words.split(" +", -1)) {
            String[] part = word.split("[:=]", -1);
            if (part.length > 2) {
                balances.put(part[0], new TargetBalance(part[0], Double.parseDouble(part[2])));
            }
        }
        return new HighestBalance(balances);
    }

    /** {@code c}, {@code g}: the host has it; {@code v}: and virtual machines. {@code a-c}: a had no work for CPUs. */
    private static HostFacts host(String words) {
        String[] word = words.split(" +", -1);
        Set<Resource> resources = EnumSet.noneOf(Resource.class);
        word[0].chars().filter(kind -> kind != 'v').forEach(kind -> resources.add(resource((char) kind)));
        Map<String, Set<Resource>> dry = new HashMap<>();
        Arrays.stream(word).skip(1).forEach(said -> {
            Set<Resource> none = EnumSet.noneOf(Resource.class);
            said.substring(2).chars().forEach(kind -> none.add(resource((char) kind)));
            dry.put(said.substring(0, 1), none);
        });
        return new HostFacts("h1", "alice", Set.of("linux"), resources, word[0].contains("v"), dry);
    }

    private static Resource resource(char kind) {
        return kind == 'g' ? Resource.GPU : Resource.CPU;
    }

    /** Each project with what it uses up. */
    private static String told(AssignmentRow assignment) {
        return assignment.choices().stream()
                .map(choice -> choice.project()
                        + choice.uses().stream()
                                .map(resource -> resource == Resource.CPU ? ":c" : ":g")
                                .sorted()
                                .collect(Collectors.joining()))
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
            c       | a:c=1 b:c=2                 | b:c a         | the highest balance first, and a second one so that there are two
            c       | a:c=1 b:c=2 c:c=3           | c:c b         | no more than needed
            c       | a:c=-5 b:c=-9               | a:c b         | also below zero
            c       | a:c=1                       | a:c           | one if there is but one
            c       | a:w=1                       | ''            | none if none fits
            cg      | a:c=9 b:c=8 d:g=1           | a:c d:g       | until every resource is used
            cg      | a:cg=9 b:c=8                | a:c:g b       | one may use both
            cg      | a:g=9 b:g=8 d:c=1           | a:g d:c       | one that can use nothing more is passed over
            c       | a:g=9 b:c=8 d:c=1           | b:c d         | what needs a GPU is not for a host without
            g       | a:c=9 b:g=8 d:cg=1          | b:g d         | what needs CPUs is not for a host that has none to give
            g       | a:v=9                       | ''            | nor is a virtual machine
            cv      | a:v=9 b:c=8                 | a:c b         | a virtual machine uses CPUs
            c       | a:v=9 b:c=8                 | b:c           | where there can be one
            c       | a:c b:c=1 d:c               | b:c           | one without an allocation is owed nothing
            c a-c   | a:c=9 b:c=8                 | a b:c         | one without work is given, but uses nothing up
            c a-c b-c | a:c=9 b:c=8 d:c=7 e:c=6   | a b d:c       | until one has work
            cg a-g  | a:cg=9 b:g=8                | a:c b:g       | for each resource
            c a-c   | a:c=9                       | a             | the host may stay idle
            c a-c b-c d-c e-c f-c g-c h-c i-c j-c | a:c=99 b:c=98 d:c=97 e:c=96 f:c=95 g:c=94 h:c=93 i:c=92 j:c=91 k:c=9 l:c=8 | a b d e f g h i j k:c | at most ten
            """)
    void givesAHostTheProjectsThatAreOwedMost(String host, String projects, String choices, String reason) {
        assertEquals(
                choices,
                told(Chooser.choose(host(host), projects(projects), NOBODY_MINDS, balances(projects), 0)),
                reason);
    }

    @Test
    void givesNoMoreThanTenWhenNoneHasWork() {
        String names = "abcdefhijklm";
        String projects = names.chars().mapToObj(name -> (char) name + ":c=1").collect(Collectors.joining(" "));
        String dry = names.chars().mapToObj(name -> " " + (char) name + "-c").collect(Collectors.joining());
        AssignmentRow assignment =
                Chooser.choose(host("c" + dry), projects(projects), NOBODY_MINDS, balances(projects), 0);
        assertEquals(10, assignment.choices().size());
        assertEquals(Set.of(Resource.CPU), assignment.idle());
    }

    @Test
    void saysOfAThousandProjectsOnlyWhyTheyAreNotGiven() {
        String projects = IntStream.range(0, 1200)
                .mapToObj(i -> String.format("p%04d:w=1", i))
                .collect(Collectors.joining(" "));
        AssignmentRow assignment = Chooser.choose(host("c"), projects(projects), NOBODY_MINDS, balances(projects), 0);
        assertEquals(1000, assignment.passed().size());
        assertEquals("p0999", assignment.passed().get(999).project());
    }

    @Test
    void saysWhyAProjectIsNotGiven() {
        String projects = "a:c=5 b:c=4 d:c=3 e:w=9 f:v=9 g:c h:c=9 i:c=9";
        Preferences preferences = new Preferences("alice", Set.of("h"), Set.of(), Set.of("about i", "science"));
        AssignmentRow assignment = Chooser.choose(host("c"), projects(projects), preferences, balances(projects), 0);
        assertEquals("a:c b", told(assignment));
        assertEquals(
                """
                e nothing for the host's platforms
                f needs CPUs, a GPU or virtual machines that the host lacks
                g no allocation
                h the user opted out
                i about what the user does not want
                d others are better and use what it can use""",
                assignment.passed().stream()
                        .map(passed -> passed.project() + " " + passed.reason())
                        .collect(Collectors.joining("\n")));
        assertEquals(
                List.of("balance of a: 5.00000", "balance of b: 4.00000; so that there are 2"),
                assignment.choices().stream().map(Choice::reason).toList());
    }

    @Test
    void whatAUserWantsDecidesBetweenEqualBalances() {
        String projects = "a:c=5 b:c=5 d:c=5 e:c=5";
        for (String wanted : List.of("a", "b", "d", "e")) {
            Preferences preferences = new Preferences("alice", Set.of(), Set.of("about " + wanted), Set.of());
            AssignmentRow assignment =
                    Chooser.choose(host("c"), projects(projects), preferences, balances(projects), 0);
            assertEquals(wanted, assignment.choices().get(0).project());
        }
    }

    @Test
    void hostsDoNotAllFallToOneOfEqualProjects() {
        String projects = "a:c=5 b:c=5 d:c=5 e:c=5";
        Map<String, Integer> firsts = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            HostFacts host = new HostFacts("host" + i, "alice", Set.of("linux"), Set.of(Resource.CPU), false, Map.of());
            AssignmentRow assignment = Chooser.choose(host, projects(projects), NOBODY_MINDS, balances(projects), 0);
            firsts.merge(assignment.choices().get(0).project(), 1, Integer::sum);
        }
        assertEquals(4, firsts.size());
        firsts.values().forEach(count -> assertTrue(count > 200 && count < 300, firsts::toString));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
            1 1 | 3 1  | b:999.5 a:998.5   | who got less of what it is owed comes first
            3 1 | 3 1  | a:999 b:999       | shares decide what is owed
            1 1 | 0 0  | a:1000 b:1000     | before any work all are equal
            0 1 | 1 1  | b:999.5           | who wants no share gets none
            """)
    void comparesRecentWorkWithShares(String shares, String work, String scores, String reason) {
        List<Project> projects = new ArrayList<>();
        Map<String, Double> recent = new HashMap<>();
        for (int i = 0; i < 2; i++) {
            String name = i == 0 ? "a" : "b";
            double share = Double.parseDouble(shares.split(" ", -1)[i]);
            projects.add(new Project(name, "", share, List.of(new AppVersion("linux", false, false)), List.of()));
            recent.put(name, Double.valueOf(work.split(" ", -1)[i]));
        }
        AssignmentRow assignment =
                Chooser.choose(host("c"), projects, NOBODY_MINDS, new RecentShare(projects, recent), 0);
        assertEquals(
                new HashSet<>(Arrays.asList(scores.split(" +", -1))),
                assignment.choices().stream()
                        .map(choice -> choice.project() + ":" + text(choice.score()))
                        .collect(Collectors.toSet()),
                reason);
    }

    private static String text(double score) {
        return score == Math.rint(score) ? Long.toString((long) score) : Double.toString(score);
    }

    @Test
    void everyChoiceIsEligibleAndNothingIsLeftIdleThatAProjectHasWorkFor() {
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed * 7919 + 17);
            StringBuilder words = new StringBuilder();
            StringBuilder facts = new StringBuilder(random.nextBoolean() ? "c" : "cg");
            facts.append(random.nextBoolean() ? "v" : "");
            String kinds = "cgvw";
            int count = 1 + (int) (seed * 20 / 2000);
            for (char name = 'a'; name < 'a' + count; name++) {
                words.append(words.length() == 0 ? "" : " ").append(name).append(':');
                words.append(kinds.charAt(random.nextInt(4))).append(kinds.charAt(random.nextInt(4)));
                words.append(random.nextInt(5) == 0 ? "" : "=" + random.nextInt(9));
                facts.append(random.nextInt(3) == 0 ? " " + name + "-" + (random.nextBoolean() ? "c" : "cg") : "");
            }
            check(host(facts.toString()), words.toString(), random, "seed " + seed + ": " + facts + " | " + words);
        }
    }

    private static void check(HostFacts host, String words, Random random, String history) {
        List<Project> projects = new ArrayList<>(projects(words));
        AssignmentRow assignment = Chooser.choose(host, projects, NOBODY_MINDS, balances(words), 0);
        Collections.shuffle(projects, random);
        assertEquals(assignment, Chooser.choose(host, projects, NOBODY_MINDS, balances(words), 0), history);
        Set<String> all = new LinkedHashSet<>();
        assignment.choices().forEach(choice -> assertTrue(all.add(choice.project()), history));
        assertTrue(all.size() <= Chooser.MAX, history);
        assignment.passed().forEach(passed -> assertTrue(all.add(passed.project()), history));
        assertEquals(projects.size(), all.size(), history);
        Set<Resource> used = EnumSet.noneOf(Resource.class);
        for (Choice choice : assignment.choices()) {
            Set<Resource> runs = runs(host, projects, choice.project());
            assertTrue(runs.containsAll(choice.uses()), history);
            assertNotEquals(Set.of(), runs, history);
            assertTrue(Collections.disjoint(used, choice.uses()), history);
            assertTrue(
                    Collections.disjoint(choice.uses(), host.dry().getOrDefault(choice.project(), Set.of())), history);
            used.addAll(choice.uses());
        }
        Set<Resource> idle = EnumSet.copyOf(BOTH);
        idle.retainAll(host.resources());
        idle.removeAll(used);
        assertEquals(idle, assignment.idle(), history);
        boolean isFull = assignment.choices().size() == Chooser.MAX;
        for (AssignmentRow.Passed passed : assignment.passed()) {
            boolean isEligible = passed.reason().startsWith("others");
            Set<Resource> runs = runs(host, projects, passed.project());
            assertTrue(!isEligible || isFull || Collections.disjoint(runs, idle), history);
            assertTrue(!isEligible || assignment.choices().size() >= Chooser.FEWEST, history);
        }
    }

    private static Set<Resource> runs(HostFacts host, List<Project> projects, String name) {
        return projects.stream()
                .filter(project -> project.project().equals(name))
                .flatMap(project -> project.versions().stream())
                .filter(version -> version.platform().equals("linux") && (!version.vm() || host.canRunVm()))
                .map(version -> version.gpu() ? Resource.GPU : Resource.CPU)
                .collect(Collectors.toSet());
    }
}
