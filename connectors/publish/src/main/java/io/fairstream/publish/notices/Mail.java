package io.fairstream.publish.notices;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.Locale;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;

/** Delivery by SMTP: a mail for each recipient, over one connection while mails follow each other. */
public final class Mail implements Channel {
    private static final int HUNDRED = 100;
    private static final int PERMANENT = 5;

    private final Server server;
    private final Clock clock;
    private final Session session;
    private @Nullable Transport transport;

    /** Protection of the connection. */
    public enum Security {
        /** TLS after a command of SMTP; without it nothing is sent. */
        STARTTLS(587),
        /** TLS from the first byte. */
        TLS(465),
        NONE(25);

        private final int port;

        Security(int port) {
            this.port = port;
        }

        /** Returns the usual port. */
        public int port() {
            return port;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Server and sender.
     *
     * @param from address of the sender; its domain is that of the message ids
     * @param user null for no authentication
     * @param timeout of the connection, and of each reply
     */
    public record Server(
            String host,
            int port,
            Security security,
            String from,
            @Nullable String user,
            @Nullable String password,
            Duration timeout) {
        public Server {
            if (!isAddress(from)) {
                throw new IllegalArgumentException(from + " (expected: an address such as fairstream@example.org)");
            }
            if ((user == null) != (password == null)) {
                throw new IllegalArgumentException("user without password (expected: both or none)");
            }
        }

        Properties properties() {
            Properties properties = new Properties();
            properties.put("mail.transport.protocol", "smtp");
            properties.put("mail.smtp.host", host);
            properties.put("mail.smtp.port", Integer.toString(port));
            properties.put("mail.smtp.auth", Boolean.toString(user != null));
            properties.put("mail.smtp.ssl.enable", Boolean.toString(security == Security.TLS));
            properties.put("mail.smtp.starttls.enable", Boolean.toString(security == Security.STARTTLS));
            properties.put("mail.smtp.starttls.required", Boolean.toString(security == Security.STARTTLS));
            properties.put("mail.smtp.ssl.checkserveridentity", "true");
            properties.put("mail.smtp.quitwait", "false");
            for (String each : new String[] {"connectiontimeout", "timeout", "writetimeout"}) {
                properties.put("mail.smtp." + each, Long.toString(timeout.toMillis()));
            }
            return properties;
        }

        String domain() {
            return from.substring(from.lastIndexOf('@') + 1);
        }

        /** Returns the server for people. */
        @Override
        public String toString() {
            return host + ":" + port + " (" + security + ")";
        }
    }

    /** A message with a given id. */
    private static final class Identified extends MimeMessage {
        private final String id;

        Identified(Session session, String id) {
            super(session);
            this.id = id;
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
        }
    }

    public Mail(Server server, Clock clock) {
        this.server = server;
        this.clock = clock;
        session = Session.getInstance(server.properties());
    }

    /** Returns true for an address of mail, with a domain and without a name. */
    public static boolean isAddress(String text) {
        try {
            InternetAddress address = new InternetAddress(text, true);
            return text.equals(address.getAddress())
                    && text.indexOf('@') > 0
                    && text.chars().allMatch(c -> c > ' ');
        } catch (AddressException e) {
            return false;
        }
    }

    @Override
    public Attempt attempt(Delivery delivery) {
        String address = delivery.to().address();
        if (!isAddress(address)) {
            return new Attempt.Refused("not an address of mail");
        }
        try {
            MimeMessage message = message(delivery);
            connected().sendMessage(message, message.getAllRecipients());
            return new Attempt.Delivered();
        } catch (AuthenticationFailedException e) {
            close();
            return Attempt.Failed.ofAll(server + ": refuses user " + server.user() + ": " + reason(e));
        } catch (MessagingException e) {
            return failed(e);
        }
    }

    private MimeMessage message(Delivery delivery) throws MessagingException {
        MimeMessage message = new Identified(session, "<" + delivery.id() + "@" + server.domain() + ">");
        message.setFrom(new InternetAddress(server.from(), true));
        message.setRecipient(RecipientType.TO, new InternetAddress(delivery.to().address(), true));
        message.setSubject(NoticeText.subject(delivery), "UTF-8");
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setSentDate(Date.from(clock.instant()));
        message.setText(NoticeText.text(delivery), "UTF-8");
        message.saveChanges();
        return message;
    }

    private Transport connected() throws MessagingException {
        Transport open = transport;
        if (open != null && open.isConnected()) {
            return open;
        }
        close();
        Transport fresh = session.getTransport();
        fresh.connect(server.user(), server.password());
        transport = fresh;
        return fresh;
    }

    /** Returns the result of an exception. Only the refusal of the recipient or of the message itself is permanent. */
    private Attempt failed(MessagingException failure) {
        boolean isConnected = transport != null && transport.isConnected();
        for (Exception each = failure; each instanceof MessagingException next; each = next.getNextException()) {
            if (each instanceof SMTPAddressFailedException address) {
                return result(address.getReturnCode(), reason(address), isConnected);
            }
        }
        if (failure instanceof SMTPSendFailedException message
                && failure.getNextException() == null
                && !String.valueOf(message.getCommand()).startsWith("MAIL")) {
            return result(message.getReturnCode(), reason(message), isConnected);
        }
        close();
        return Attempt.Failed.ofAll(server + ": " + reason(failure));
    }

    private Attempt result(int code, String reason, boolean isConnected) {
        boolean wantsUser = code == 530;
        if (code / HUNDRED == PERMANENT && !wantsUser) {
            return new Attempt.Refused(reason);
        }
        return isConnected && !wantsUser
                ? Attempt.Failed.ofRecipient(reason)
                : Attempt.Failed.ofAll(server + ": " + reason);
    }

    private static String reason(Exception failure) {
        return String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " ");
    }

    @Override
    public void close() {
        Transport open = transport;
        transport = null;
        if (open != null) {
            try {
                open.close();
            } catch (MessagingException e) {
                return;
            }
        }
    }
}
