package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Priority;
import io.fairstream.testing.SyntheticPool;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CustomersTest {
    private static final List<Priority> ROWS = List.of(
            SyntheticPool.row("bob@a.org", 1, 1),
            SyntheticPool.row("bob@b.org", 1, 1),
            SyntheticPool.row("Bob@a.org", 1, 1),
            SyntheticPool.row("bo@b@c.org", 1, 1),
            SyntheticPool.row("plain", 1, 1),
            SyntheticPool.group("Group_Physics", "<none>", 1, 1));

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "bob@a.org,     bob@a.org,           'a full name is one customer, case-sensitive'",
        "bob,           bob@a.org bob@b.org, 'a bare user is in any domain'",
        "bo,            '',                  'not a part of it'",
        "bo@b,          '',                  'what has an @ is a full name'",
        "plain,         plain,               'names need no domain here'",
        "group_physics, Group_Physics,       'groups in any case'",
        "PLAIN,         '',                  'but not customers'",
    })
    void aNameMeans(String name, String expected, String reason) {
        Customers customers = new Customers(List.of(name));
        assertEquals(
                expected,
                String.join(
                        " ",
                        ROWS.stream()
                                .filter(customers::include)
                                .map(Priority::getCustomer)
                                .toList()),
                reason);
        assertEquals(expected.isEmpty() ? List.of(name) : List.of(), customers.unknownAmong(ROWS));
    }

    @Test
    void anEditIsOfExactlyOneAndAMistypedNameIsAnsweredByOneNearIt() {
        assertEquals(Optional.empty(), Customers.exactly("bob", ROWS));
        assertEquals(
                Optional.of("Group_Physics"),
                Customers.exactly("GROUP_physics", ROWS).map(Priority::getCustomer));
        assertEquals(Optional.of("bob@a.org"), Customers.near("bob", ROWS));
        assertEquals(Optional.of("bob@a.org"), Customers.near("bob@elsewhere.org", ROWS));
        assertEquals(Optional.of("plain"), Customers.near("Plain", ROWS));
        assertEquals(Optional.empty(), Customers.near("zoe", ROWS));
    }

    @Test
    void aGroupsMembersAreThoseOfItsSubtree() {
        assertEquals(
                Set.of("group_physics.alice@pool", "group_physics.cms.bob@pool"),
                OpenMatches.members("GROUP_PHYSICS", SyntheticPool.WITH_GROUPS));
        assertEquals(Set.of(), OpenMatches.members("frank@pool", SyntheticPool.WITH_GROUPS));
    }
}
