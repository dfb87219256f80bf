package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupsTest {
    private static final Groups TREE =
            Groups.of(List.of("physics", "physics.Theory", "physics.theory.strings", "chem"));

    @ParameterizedTest
    @CsvSource({
        "physics.alice@pool, physics, a member",
        "physics.Theory.alice@pool, physics.Theory, a member further down",
        "PHYSICS.theory.alice@pool, physics.Theory, group names are case-insensitive",
        "physics.theory.strings.alice@pool, physics.theory.strings, the deepest",
        "physics.lab.alice@pool, physics, as far as groups exist",
        "physics.lab.theory.alice@pool, physics, and no further",
        "biology.alice@pool, <none>, no such group",
        "biology.theory.alice@pool, <none>, nor within it",
        "alice@pool, <none>, no group named",
        "alice@physics.theory, <none>, dots after the @ are the domain's",
        "physics.alice@home@pool, physics, the domain is after the last @",
        "physics.alice, <none>, without @ a name is no member",
        "nodomain, <none>, a defunct group",
        "physics, physics, a group is its own",
        "PHYSICS, physics, in any case",
        "<none>, <none>, and so is the root",
        "'', <none>, nobody",
        ".@, <none>, dots alone",
    })
    void assignsEachNameToAGroup(String name, String group, String reason) {
        assertEquals(group, TREE.assigned(name), reason);
    }

    @ParameterizedTest
    @CsvSource({
        "physics.theory.alice@pool, physics.Theory, physics.Theory",
        "alice@pool, <none>, <none>",
        "physics.Theory, physics, physics",
        "physics.theory.strings, physics.Theory, physics.Theory",
        "physics, <none>, ",
        "<none>, , ",
    })
    void useGoesUpTheTreeButNamedGroupsAreNotTheRoots(String name, @Nullable String parent, @Nullable String charged) {
        assertEquals(parent, TREE.parent(name));
        assertEquals(charged, TREE.charged(name));
    }

    @Test
    void withoutGroupsThereIsNoRoot() {
        assertNull(Groups.EMPTY.parent("physics.alice@pool"));
        assertNull(Groups.EMPTY.assigned("alice@pool"));
        assertEquals(List.of(), Groups.EMPTY.all());
        assertEquals(false, Groups.EMPTY.isGroup(Groups.ROOT));
    }

    @Test
    void aGroupIsOneCustomerInOneSpelling() {
        assertEquals(true, TREE.isGroup("physics.Theory"));
        assertEquals(false, TREE.isGroup("physics.theory"));
        assertEquals(List.of("chem", "physics", "physics.Theory", "physics.theory.strings", "<none>"), TREE.all());
    }

    @ParameterizedTest
    @CsvSource({
        "physics.theory, 'also \"physics\", around \"physics.theory\"'",
        "physics PHYSICS, '\"PHYSICS\" only once, in whatever case'",
        "a@b, 'names without blanks, ''@'', '','' or ''='' and not <none>'",
        "<none>, 'names without blanks, ''@'', '','' or ''='' and not <none>'",
        "a..b, 'names without blanks, ''@'', '','' or ''='' and not <none>'",
    })
    void refusesWhatIsNoTree(String names, String expectation) {
        List<String> split = List.of(names.split(" "));
        assertEquals(
                expectation,
                assertThrows(IllegalArgumentException.class, () -> Groups.of(split))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "physics.alice@pool, 20, GROUP, a direct member",
        "physics, 20, GROUP, the group itself",
        "PHYSICS.alice@elsewhere, 20, GROUP, before remote",
        "nice-user.physics.alice@pool, 1e10, NICE_USER, nice users first",
        "physics.theory.alice@pool, 1000, DEFAULT, a group around gives no factor",
        "physics.Theory, 1000, DEFAULT, to groups neither",
        "alice@elsewhere, 1e7, REMOTE, no group",
        "<none>, 5, GROUP, the root",
        "alice@pool, 5, GROUP, and who is directly in it",
    })
    void factorsComeInHtcondorsOrder(String customer, double factor, FactorRules.Source source, String reason) {
        double root = source == FactorRules.Source.GROUP && factor == 5 ? 5 : 0;
        Map<String, Double> factors = root == 0 ? Map.of("Physics", 20.0) : Map.of("physics", 20.0, Groups.ROOT, 5.0);
        FactorRules rules = new FactorRules(1000, 1e10, 1e7, "pool", TREE, factors);
        assertEquals(new FactorRules.Factor(factor, source), rules.unset(customer), reason);
    }

    @Test
    void aFactorOfNoGroupIsRefused() {
        assertEquals(
                "factor of group \"biology\": 2.0 (expected: >= 1, of a configured group)",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new FactorRules(1, 1, 1, null, TREE, Map.of("biology", 2.0)))
                        .getMessage());
    }
}
