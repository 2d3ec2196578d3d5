import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A receiver of the webhooks in Java 17, with nothing beside the JDK.
 *
 * <pre>WEBHOOK_SECRET=... WEBHOOK_KEY=... PORT=3000 java Receiver.java</pre>
 *
 * Without a variable it does not start, unless you say WEBHOOK_UNSIGNED=1 or WEBHOOK_UNENCRYPTED=1.
 */
public class Receiver {
  static final int MOST_BYTES = 10 * 1024 * 1024;
  static final int TAG_BYTES = 16;

  static class Refusal extends Exception {
    final int status;

    Refusal(int status, String reason) {
      super(reason);
      this.status = status;
    }
  }

  final String secret = agreed("WEBHOOK_SECRET", "WEBHOOK_UNSIGNED");
  final String key = agreed("WEBHOOK_KEY", "WEBHOOK_UNENCRYPTED");

  // Which deliveries were handled. In a program that matters: a table with a unique column.
  final Set<String> seen = ConcurrentHashMap.newKeySet();
  final Map<String, Integer> handled = new ConcurrentHashMap<>();
  final Set<String> failing = ConcurrentHashMap.newKeySet();

  /** What the subscription has. A variable that is not set must not switch protection off. */
  static String agreed(String name, String waiver) {
    if ("1".equals(System.getenv(waiver))) return null;
    String value = System.getenv(name);
    if (value != null && !value.isEmpty()) return value;
    System.err.println(name + " is not set. If the subscription has none, say " + waiver + "=1.");
    System.exit(1);
    return null;
  }

  /** The signature is over the bytes as they came, encrypted or not. */
  void verify(byte[] body, String signature) throws GeneralSecurityException, Refusal {
    if (secret == null) return;
    Mac mac = Mac.getInstance("HmacSHA512");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA512"));
    byte[] expected = HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.US_ASCII);
    byte[] given = signature == null ? new byte[0] : signature.getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(expected, given)) throw new Refusal(401, "bad signature");
  }

  static byte[] strictBase64(String text) throws Refusal {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      if (Base64.getEncoder().encodeToString(bytes).equals(text)) return bytes;
    } catch (IllegalArgumentException none) {
      // Refused below.
    }
    throw new Refusal(400, "not Base64");
  }

  /** The cipher text is followed by its 16-byte tag, as the JDK wants it; a plain body is refused. */
  byte[] decrypt(byte[] body, String iv) throws Refusal {
    if (key == null) return body;
    if (iv == null || iv.isEmpty()) throw new Refusal(400, "no vector");
    byte[] sealed = strictBase64(new String(body, StandardCharsets.ISO_8859_1));
    if (sealed.length < TAG_BYTES) throw new Refusal(400, "shorter than a tag");
    byte[] vector = strictBase64(iv);
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      SecretKeySpec aes = new SecretKeySpec(Base64.getDecoder().decode(key), "AES");
      cipher.init(Cipher.DECRYPT_MODE, aes, new GCMParameterSpec(TAG_BYTES * 8, vector));
      return cipher.doFinal(sealed);
    } catch (GeneralSecurityException | IllegalArgumentException wrong) {
      throw new Refusal(400, "does not decrypt");
    }
  }

  static Map<?, ?> readEvent(byte[] plain) throws Refusal {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(plain)).toString();
      if (new Json(text).whole() instanceof Map<?, ?> event
          && event.get("event") instanceof String
          && event.get("user_id") instanceof String
          && event.get("timestamp") instanceof String) return event;
    } catch (CharacterCodingException | RuntimeException | StackOverflowError none) {
      throw new Refusal(400, "not JSON");
    }
    throw new Refusal(400, "no delivery");
  }

  /** What you do with an event: store or queue it. */
  void work(Map<?, ?> event) {
    String user = (String) event.get("user_id");
    if (failing.remove(user)) throw new IllegalStateException("failing, as the exam asked");
    handled.merge(user, 1, Integer::sum);
  }

  /** Repeats are told by the plain body, which is signed; headers are not. What failed comes again, and is no repeat. */
  synchronized void handle(Map<?, ?> event, byte[] plain) throws GeneralSecurityException {
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(plain));
    if (seen.contains(digest)) return;
    work(event);
    seen.add(digest);
  }

  void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) throw new Refusal(413, "too long");
        verify(body, exchange.getRequestHeaders().getFirst("X-Svc-Signature"));
        byte[] plain = decrypt(body, exchange.getRequestHeaders().getFirst("X-Svc-Encryption-IV"));
        handle(readEvent(plain), plain);
        exchange.sendResponseHeaders(204, -1);
      } catch (Refusal refusal) {
        answer(exchange, refusal.status, "{\"errors\":[\"" + refusal.getMessage() + "\"]}");
      } catch (GeneralSecurityException | RuntimeException failed) {
        answer(exchange, 500, "{\"errors\":[\"try again\"]}");
      }
    }
  }

  /** For `payrig exam`, as is the next; leave both out of a program that is reachable from outside. */
  void tell(HttpExchange exchange) throws IOException {
    try (exchange) {
      answer(exchange, 200, "{\"handled\":" + handled.getOrDefault(userOf(exchange), 0) + "}");
    }
  }

  void fail(HttpExchange exchange) throws IOException {
    try (exchange) {
      failing.add(userOf(exchange));
      exchange.sendResponseHeaders(204, -1);
    }
  }

  static String userOf(HttpExchange exchange) {
    return String.valueOf(exchange.getRequestURI().getQuery()).replaceFirst("^.*user_id=", "");
  }

  static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  public static void main(String[] arguments) throws IOException {
    // Small answers leave at once.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    Receiver receiver = new Receiver();
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/webhooks", receiver::take);
    server.createContext("/handled", receiver::tell);
    server.createContext("/failing", receiver::fail);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/webhooks");
  }

  /** Reads JSON, as the JDK cannot; use the library that you have (Jackson, say) in its place. */
  static class Json {
    private final String text;
    private int at;

    Json(String text) {
      this.text = text;
    }

    Object whole() {
      Object value = value();
      skip();
      if (at != text.length()) throw new IllegalArgumentException("more than one value");
      return value;
    }

    private Object value() {
      skip();
      char next = text.charAt(at);
      if (next == '{') return object();
      if (next == '[') return list();
      if (next == '"') return string();
      int start = at;
      while (at < text.length() && ",]}\n\r\t ".indexOf(text.charAt(at)) < 0) at++;
      String word = text.substring(start, at);
      if (Arrays.asList("true", "false", "null").contains(word)) return word;
      if (word.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) return Double.valueOf(word);
      throw new IllegalArgumentException(word);
    }

    private Object object() {
      Map<String, Object> fields = new LinkedHashMap<>();
      at++;
      if (comes('}')) return fields;
      do {
        skip();
        String name = string();
        if (!comes(':')) throw new IllegalArgumentException("no colon");
        fields.put(name, value());
      } while (comes(','));
      if (!comes('}')) throw new IllegalArgumentException("no end");
      return fields;
    }

    private Object list() {
      at++;
      if (comes(']')) return "a list";
      do value();
      while (comes(','));
      if (!comes(']')) throw new IllegalArgumentException("no end");
      return "a list";
    }

    private String string() {
      if (text.charAt(at++) != '"') throw new IllegalArgumentException("no text");
      StringBuilder made = new StringBuilder();
      for (char one = text.charAt(at++); one != '"'; one = text.charAt(at++)) {
        if (one < ' ') throw new IllegalArgumentException("a bare control character");
        if (one != '\\') made.append(one);
        else made.append(escaped(text.charAt(at++)));
      }
      return made.toString();
    }

    private char escaped(char letter) {
      int known = "\"\\/bfnrt".indexOf(letter);
      if (known >= 0) return "\"\\/\b\f\n\r\t".charAt(known);
      if (letter != 'u') throw new IllegalArgumentException("no escape");
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private boolean comes(char wanted) {
      skip();
      boolean here = at < text.length() && text.charAt(at) == wanted;
      if (here) at++;
      return here;
    }

    private void skip() {
      while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) at++;
    }
  }
}
