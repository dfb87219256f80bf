package io.fairstream.publish.notices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.fairstream.publish.notices.Channel.Attempt;
import io.fairstream.publish.notices.Mail.Security;
import jakarta.mail.internet.MimeMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailTest {
    private static final Clock NOON = Clock.fixed(Samples.NOON, ZoneOffset.UTC);

    private static Mail.Server server(int port, Security security, @Nullable String user, @Nullable String password) {
        return new Mail.Server(
                "127.0.0.1", port, security, "fairstream@site.example", user, password, Duration.ofSeconds(5));
    }

    private static Attempt attempt(Mail.Server server, String address) {
        try (Mail mail = new Mail(server, NOON)) {
            return mail.attempt(Samples.to(Samples.mail(address)));
        }
    }

    private static GreenMail started(String protocol) {
        GreenMail green = new GreenMail(new ServerSetup(0, "127.0.0.1", protocol));
        green.start();
        return green;
    }

    @Test
    void aMailHasTheIdOfTheNoticeAtEachAttempt() throws Exception {
        GreenMail green = started(ServerSetup.PROTOCOL_SMTP);
        try {
            int port = green.getSmtp().getPort();
            try (Mail mail = new Mail(server(port, Security.NONE, null, null), NOON)) {
                Delivery delivery = Samples.to(Samples.mail("ann@example.org"));
                assertInstanceOf(Attempt.Delivered.class, mail.attempt(delivery));
                assertInstanceOf(Attempt.Delivered.class, mail.attempt(delivery));
            }
            assertEquals(2, green.getReceivedMessages().length);
            for (MimeMessage message : green.getReceivedMessages()) {
                assertEquals("<fairstream.notices-0-17@site.example>", message.getMessageID());
                assertEquals("80 % of allocation /root/physics is spent", message.getSubject());
                assertEquals("fairstream@site.example", message.getFrom()[0].toString());
                assertEquals("ann@example.org", message.getAllRecipients()[0].toString());
                assertEquals("auto-generated", message.getHeader("Auto-Submitted", null));
                assertEquals(Samples.NOON, message.getSentDate().toInstant());
                assertTrue(
                        message.getContent().toString().contains("Left:       187.5 CPU hours"),
                        message.getContent().toString());
            }
        } finally {
            green.stop();
        }
    }

    @Test
    void theUserIsAuthenticated() {
        GreenMail green = started(ServerSetup.PROTOCOL_SMTP);
        try {
            green.setUser("fs@site.example", "fs", "sesame");
            green.getManagers().getUserManager().setAuthRequired(true);
            int port = green.getSmtp().getPort();
            assertInstanceOf(
                    Attempt.Delivered.class, attempt(server(port, Security.NONE, "fs", "sesame"), "ann@example.org"));
            Attempt wrong = attempt(server(port, Security.NONE, "fs", "wrong"), "ann@example.org");
            assertTrue(wrong.toString().contains("refuses user fs"), wrong.toString());
            assertTrue(wrong.toString().contains("isOfAll=true"), wrong.toString());
            assertFalse(wrong.toString().contains("wrong"), wrong.toString());
        } finally {
            green.stop();
        }
    }

    /** Its certificate is its own; a server without TLS gets nothing either. */
    @Test
    void aServerWhoseCertificateIsUnknownGetsNothing() throws Exception {
        GreenMail green = started(ServerSetup.PROTOCOL_SMTPS);
        try {
            Attempt attempt = attempt(server(green.getSmtps().getPort(), Security.TLS, null, null), "ann@example.org");
            assertTrue(attempt.toString().contains("isOfAll=true"), attempt.toString());
            assertEquals(0, green.getReceivedMessages().length);
        } finally {
            green.stop();
        }
        GreenMail plain = started(ServerSetup.PROTOCOL_SMTP);
        try {
            Attempt attempt =
                    attempt(server(plain.getSmtp().getPort(), Security.STARTTLS, null, null), "ann@example.org");
            assertTrue(attempt.toString().contains("STARTTLS is required"), attempt.toString());
            assertEquals(0, plain.getReceivedMessages().length);
        } finally {
            plain.stop();
        }
    }

    @ParameterizedTest
    @CsvSource({"STARTTLS, true, false", "TLS, false, true", "NONE, false, false"})
    void theConnectionIsProtectedAsConfigured(Security security, String startTls, String tls) {
        Properties properties = server(1, security, null, null).properties();
        assertEquals(startTls, properties.get("mail.smtp.starttls.enable"));
        assertEquals(startTls, properties.get("mail.smtp.starttls.required"));
        assertEquals(tls, properties.get("mail.smtp.ssl.enable"));
        assertEquals("true", properties.get("mail.smtp.ssl.checkserveridentity"));
    }

    /** Answers to RCPT and DATA of a server that speaks as little SMTP as possible. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RCPT | 550 no such user     | Refused",
                "RCPT | 553 not here         | Refused",
                "RCPT | 450 try later        | Failed of recipient",
                "RCPT | 421 too busy         | Failed of recipient",
                "RCPT | 530 who are you      | Failed of all",
                "MAIL | 550 not your sender  | Failed of all",
                "MAIL | 451 try later        | Failed of all",
                "DATA | 554 no thanks        | Refused",
                ".    | 554 looks like spam  | Refused",
                ".    | 451 disk full        | Failed of recipient",
                "HELO | 554 go away          | Failed of all",
            })
    void theCodeDecides(String command, String answer, String expected) throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> serve(socket, command, answer));
            thread.setDaemon(true);
            thread.start();
            Attempt attempt = attempt(server(socket.getLocalPort(), Security.NONE, null, null), "ann@example.org");
            String result = attempt instanceof Attempt.Failed failed
                    ? "Failed of " + (failed.isOfAll() ? "all" : "recipient")
                    : attempt.getClass().getSimpleName();
            assertEquals(expected, result, attempt.toString());
            assertTrue(command.equals("HELO") || attempt.toString().contains(answer), attempt.toString());
        }
    }

    private static void serve(ServerSocket server, String refused, String answer) {
        try (Socket socket = server.accept();
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            OutputStream out = socket.getOutputStream();
            say(out, "220 ready");
            boolean isData = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String command = line.length() < 4 || isData ? line : line.substring(0, 4);
                boolean isRefused = command.replace("EHLO", "HELO").equals(refused);
                if (isData && !line.equals(".")) {
                    continue;
                }
                isData = command.equals("DATA") && !isRefused;
                say(out, isRefused ? answer : isData ? "354 go on" : "250 fine");
            }
        } catch (IOException e) {
            return;
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @ParameterizedTest
    @CsvSource({
        "ann@example.org, true",
        "ann, false",
        "Ann <ann@example.org>, false",
        "'ann@example.org, bob@example.org', false",
        "'ann@example.org\r\nBcc: eve@example.org', false",
        "@example.org, false",
        "'', false",
    })
    void anAddressIsOneAddress(String text, boolean isAddress) {
        assertEquals(isAddress, Mail.isAddress(text));
        if (!isAddress) {
            assertInstanceOf(Attempt.Refused.class, attempt(server(1, Security.NONE, null, null), text));
        }
    }

    @Test
    void aServerNeedsASender() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new Mail.Server("mx", 25, Security.NONE, "fairstream", null, null, Duration.ofSeconds(1)));
        assertEquals("fairstream (expected: an address such as fairstream@example.org)", refused.getMessage());
    }
}
