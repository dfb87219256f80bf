package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients never see what the gateway is made of, whatever they send. */
@Timeout(120)
class MalformedRequestsTest extends EndpointScene {
    private static final int REQUESTS = 1_500;
    private static final Pattern INSIDE =
            Pattern.compile("(?i)exception|java|jetty|\\bat [a-z]+\\.|[a-z]\\.[A-Z][a-z]|Error:");
    private static final List<String> PIECES = List.of(
            "%",
            "%zz",
            "%00",
            "%c0%af",
            "\0",
            "\r\n",
            "\n",
            "\r",
            " ",
            ":",
            "?",
            "/../",
            "//",
            ";",
            "\u00e9",
            "<",
            "&",
            "&#0;",
            "&#x1F600;",
            "]]>",
            "<![CDATA[",
            "<?xml version=\"9.0\"?>",
            "<!DOCTYPE a>",
            "nan",
            "1e400",
            "-1",
            "9".repeat(40),
            "Content-Length: -1\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: x\r\n",
            "Expect: 100-continue\r\n",
            "Expect: x\r\n",
            "Host: [\r\n",
            "Host: a\r\nHost: b\r\n",
            "HTTP/9.9",
            "PRI * HTTP/2.0",
            "x".repeat(9_000));

    private String answer(byte[] request) throws IOException {
        try (RawClient client = RawClient.of(endpoint)) {
            return client.send(request).end().rest();
        }
    }

    private static void assertSaysNothingOfItself(String reply, String sent) {
        assertFalse(INSIDE.matcher(reply).find(), () -> reply + "\n--- to ---\n" + sent);
        assertTrue(reply.isEmpty() || reply.startsWith("HTTP/1.") || reply.equals("\n(reset)"), () -> reply);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /get_project_config.php?%zz HTTP/1.1",
                "GET /get_project_config.php?a=%00|{}^ HTTP/1.1",
                "POST /rpc.php?%% HTTP/1.1",
                "GET /%zz HTTP/1.1",
                "GET /rpc.php%00 HTTP/1.1",
                "GET /a/%2e%2e/b HTTP/1.1",
                "GET http://[::1 HTTP/1.1",
                "GET http://a:port/ HTTP/1.1",
                "GET * HTTP/1.1",
                "OPTIONS * HTTP/1.1",
                "CONNECT a:443 HTTP/1.1",
                "GET",
                "GET /",
                "\u00e9 / HTTP/1.1",
                "GET / HTTP/1.1\r\nno colon",
                "GET / HTTP/1.1\r\nContent-Length: x",
                "TRACE / HTTP/1.1",
                "PRI * HTTP/2.0\r\n\r\nSM",
            })
    void aMalformedHeadIsAnsweredInPlainWords(String head) throws IOException {
        String reply = answer((head + "\r\nHost: a\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        assertSaysNothingOfItself(reply, head);
        if (reply.contains(" 400 ")) {
            assertTrue(reply.contains("<error>this request cannot be read</error>"), reply);
        }
    }

    @Test
    void aQueryIsPassedOver() throws IOException {
        String reply = answer("GET /get_project_config.php?%zz=%|{ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.UTF_8));
        assertTrue(reply.contains("<account_manager/>"), reply);
    }

    /** Recorded requests with pieces put in, cut out and bytes changed at random, seeded; no bug is told to the operator either. */
    @Test
    void whateverIsSentNoClassIsNamedAndNothingBreaks() throws IOException {
        List<String> seeds = List.of("attach.xml", "attached.xml", "worked.xml");
        for (int seed = 0; seed < REQUESTS; seed++) {
            Random random = new Random(seed);
            String body = Sample.recorded(seeds.get(random.nextInt(seeds.size())));
            boolean isBody = random.nextInt(3) > 0;
            byte[] request = isBody ? withLength(spoilt(body, random)) : spoilt(RawClient.post(body), random);
            String reply = answer(request);
            assertSaysNothingOfItself(reply, "seed " + seed + "\n" + new String(request, StandardCharsets.UTF_8));
            assertFalse(reply.contains(" 500 "), "seed " + seed);
        }
        assertEquals(List.of(), sample.messages);
        assertTrue(answer(withLength(Sample.recorded("attach.xml").getBytes(StandardCharsets.UTF_8)))
                .contains("<signing_key>"));
    }

    private static byte[] withLength(byte[] body) {
        byte[] head = ("POST /rpc.php HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + body.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] both = new byte[head.length + body.length];
        System.arraycopy(head, 0, both, 0, head.length);
        System.arraycopy(body, 0, both, head.length, body.length);
        return both;
    }

    private static byte[] spoilt(String text, Random random) {
        StringBuilder spoilt = new StringBuilder(text);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(random.nextBoolean() ? Math.min(80, spoilt.length()) : spoilt.length());
            if (random.nextInt(3) == 0) {
                spoilt.delete(at, Math.min(spoilt.length(), at + 1 + random.nextInt(40)));
            } else {
                spoilt.insert(at, PIECES.get(random.nextInt(PIECES.size())));
            }
        }
        byte[] bytes = spoilt.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(4) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
