package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Viewers named by a proxy. */
class AccessTest {
    @ParameterizedTest
    @CsvSource({
        "X-User: alice, alice, user, as the proxy says",
        "x-user:  root , root, administrator, who is named as one",
        "X-User: Root, Root, user, a name is to the letter",
        "X-User: , , , nobody",
        "X-Other: root, , , another header",
    })
    void behindAProxyItsHeaderDecides(String header, String name, String role, String reason) {
        Optional<Viewer> viewer = Asking.who(new ProxyAccess("X-User", Set.of("root")), header);
        assertEquals(Optional.ofNullable(name), viewer.map(Viewer::name), reason);
        assertEquals(Optional.ofNullable(role), viewer.map(it -> it.role().toString()), reason);
    }

    @Test
    void aHeaderThatIsThereTwiceIsNobody() {
        ProxyAccess access = new ProxyAccess("X-User", Set.of("root"));
        assertEquals(Optional.empty(), Asking.who(access, "X-User: alice", "X-User: root"));
        assertFalse(access.takesTokens() || access.session("root").isPresent());
    }
}
