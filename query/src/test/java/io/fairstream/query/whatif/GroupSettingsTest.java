package io.fairstream.query.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.client.negotiation.Group;
import io.fairstream.client.negotiation.Quota;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupSettingsTest {
    private static List<String> words(String words) {
        return Arrays.stream(words.split(" ")).filter(word -> !word.isEmpty()).toList();
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "physics,     physics,       '',       a group that is known",
        "PHYSICS,     physics,       '',       in any case",
        "physics,     physics.cms,   '',       or above one that is known",
        "physics.cms, physics,       physics.cms, but not below",
        "chemistry,   'physics bio', chemistry,   one that nobody knows",
        "<none>,      physics,       '',       the root is always there",
        "*,           physics,       '',       all is no name",
    })
    void groupsThatNobodyKnows(String named, String known, String expected, String why) {
        GroupSettings settings = new GroupSettings(Map.of(), List.of(named), List.of());
        assertEquals(words(expected), settings.unknown(words(known)), why);
    }

    @Test
    void groupsComeWithThoseAboveThemAndHaveNoQuotaUnlessGiven() {
        GroupSettings settings =
                new GroupSettings(Map.of("Physics", new Quota.Static(10)), List.of("physics.cms"), List.of("*"));
        List<Group> groups = settings.groups(List.of("physics.cms", "bio"));
        assertEquals(
                List.of("bio", "physics", "physics.cms"),
                groups.stream()
                        .map(Group::name)
                        .sorted(String.CASE_INSENSITIVE_ORDER)
                        .toList());
        for (Group group : groups) {
            assertEquals(new Quota.Static(group.name().equals("physics") ? 10 : 0), group.quota(), group.name());
            assertEquals(group.name().equals("physics.cms"), group.acceptsSurplus(), group.name());
            assertEquals(true, group.autoregroup(), group.name());
        }
    }
}
