package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.http.HttpLimits;
import io.fairstream.http.ServerTls;
import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.testing.TestCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway on HTTPS, with clients that look at certificates. */
@SuppressWarnings("NullAway.Init") // before each test
class EncryptedEndpointTest {
    private static final String CONFIG = "GET /get_project_config.php HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

    private final Sample sample = new Sample();

    @TempDir
    private Path folder;

    private PemFiles files;
    private TestCertificate first;
    private Endpoint endpoint;

    @BeforeEach
    void start() throws Exception {
        files = new PemFiles(folder.resolve("tls.pem"), folder.resolve("tls.key"));
        first = TestCertificate.make(folder, "EC");
        first.write(files.certificate(), files.key());
        endpoint = start(HttpLimits.DEFAULT.patience());
    }

    private Endpoint start(Duration patience) throws Exception {
        return Endpoint.start(
                sample.gateway(Sample.NOON),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.of(ServerTls.of(files)),
                new HttpLimits(64, 8, patience, HttpLimits.DEFAULT.largestBody(), HttpLimits.DEFAULT.bufferedBytes()),
                sample.messages::add);
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private SSLSocket connect(SSLContext trust) throws IOException {
        SSLSocket socket = (SSLSocket) trust.getSocketFactory()
                .createSocket("127.0.0.1", endpoint.address().getPort());
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(60_000);
        socket.startHandshake();
        return socket;
    }

    /** One reply; the connection stays open. */
    private static String ask(Socket socket) throws IOException {
        socket.getOutputStream().write(CONFIG.getBytes(StandardCharsets.UTF_8));
        StringBuilder reply = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (!reply.toString().contains("</project_config>")) {
            int next = in.read();
            assertTrue(next >= 0, reply::toString);
            reply.append((char) next);
        }
        return reply.toString().strip();
    }

    @Test
    void whoTrustsTheCertificateIsAnswered() throws Exception {
        try (Socket client = connect(first.trusted())) {
            assertTrue(ask(client).startsWith("HTTP/1.1 200"));
            assertTrue(((SSLSocket) client).getSession().getProtocol().matches("TLSv1\\.[23]"));
        }
        assertThrows(SSLException.class, () -> connect(SSLContext.getDefault()));
    }

    @Test
    void aCertificateThatIsReplacedMeanwhileIsThatOfNewConnectionsAndOldOnesGoOn() throws Exception {
        SSLContext trustsFirst = first.trusted();
        TestCertificate second = TestCertificate.make(folder, "RSA");
        try (Socket before = connect(trustsFirst)) {
            ask(before);
            Thread.sleep(20); // another time of change
            second.write(files.certificate(), files.key());
            try (Socket after = connect(second.trusted())) {
                assertTrue(ask(after).startsWith("HTTP/1.1 200"));
            }
            assertTrue(ask(before).startsWith("HTTP/1.1 200"));
        }
        assertThrows(SSLException.class, () -> connect(first.trusted()));
    }

    @Test
    void filesThatDoNotFitEachOtherChangeNothing() throws Exception {
        Thread.sleep(20);
        TestCertificate.make(folder, "EC").writeKey(files.key());
        try (Socket client = connect(first.trusted())) {
            assertTrue(ask(client).startsWith("HTTP/1.1 200"));
        }
        Files.delete(files.key());
        try (Socket client = connect(first.trusted())) {
            assertTrue(ask(client).startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void filesThatAreNoCertificateAreNamedAtTheStart() throws Exception {
        PemFiles none = new PemFiles(files.certificate(), files.certificate());
        GeneralSecurityException refused = assertThrows(GeneralSecurityException.class, () -> ServerTls.of(none));
        assertTrue(String.valueOf(refused.getMessage()).contains("tls.pem: no private key"), refused.toString());
    }

    @Test
    void whoNeverFinishesTheHandshakeIsCut() throws Exception {
        try (Endpoint impatient = start(Duration.ofMillis(800));
                Socket slow = new Socket(
                        impatient.address().getHostString(), impatient.address().getPort())) {
            slow.setSoTimeout(60_000);
            assertEquals(-1, slow.getInputStream().read());
        }
    }

    @Test
    void anAddressHasItsConnectionsAndNotHalfOfThem() throws Exception {
        Socket[] clients = new Socket[8];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = connect(first.trusted());
            ask(clients[i]);
        }
        assertThrows(IOException.class, () -> ask(connect(first.trusted())));
        for (Socket client : clients) {
            client.close();
        }
    }
}
