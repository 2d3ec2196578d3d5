// Java's HttpClient; the standard library has no JSON, so that a few patterns read what is needed.
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Client {
  static final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  static String env(String name) {
    return System.getenv("PAYRIG_EXAM_" + name);
  }

  static String id(String name) {
    return URLEncoder.encode(env(name), StandardCharsets.UTF_8).replace("+", "%20");
  }

  static String call(String method, String path, String body, boolean asUser) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(env("URL") + path)).timeout(Duration.ofSeconds(10));
    if (asUser) request.header("Authorization", "Bearer " + env("USER_TOKEN"));
    else request.header("X-API-KEY", env("API_KEY"));
    if (env("AUTHORISATION_ID") != null) request.header("x-svc-authorisation-id", env("AUTHORISATION_ID"));
    if (body != null) request.header("Content-Type", "application/json");
    request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    // The limit of a request ends with the head of the answer.
    HttpResponse<String> response = http.sendAsync(request.build(), BodyHandlers.ofString()).get(10, TimeUnit.SECONDS);
    if (response.statusCode() / 100 != 2) throw new Exception(response.statusCode() + ": " + response.body());
    String text = response.body().strip();
    if (!text.startsWith("{") || !text.endsWith("}")) throw new Exception("the answer is no JSON object");
    return text;
  }

  /** Every string value of a key, wherever it stands. */
  static Matcher values(String key, String json) {
    return Pattern.compile("\"" + key + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
  }

  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  static void listUsers() throws Exception {
    Set<String> ids = new HashSet<>();
    for (int offset = 1; ; ) {
      String page = call("GET", "/users?offset=" + offset + "&limit=100", null, false);
      int count = 0;
      for (Matcher found = values("user_id", page); found.find(); count++) ids.add(found.group(1));
      Matcher total = Pattern.compile("\"total_count\"\\s*:\\s*(\\d+)").matcher(page);
      if (!total.find()) throw new Exception("the answer has no total");
      offset += count;
      if (count == 0 || ids.size() >= Integer.parseInt(total.group(1))) break;
    }
    System.out.println("{\"users\": " + ids.size() + "}");
  }

  static void updateUser() throws Exception {
    System.out.println("{\"user\": " + call("PATCH", "/users/" + id("USER_ID"), env("FIELDS"), false) + "}");
  }

  static void affordability() throws Exception {
    String json = call("GET", "/expenditure/" + id("USER_ID") + "/ons", null, false);
    if (!json.contains("\"expenditures\"")) throw new Exception("the answer has no estimates");
    BigDecimal total = new BigDecimal("0.00");
    int months = 0;
    for (Matcher found = values("total", json); found.find(); months++) total = total.add(new BigDecimal(found.group(1)));
    System.out.println("{\"months\": " + months + ", \"total\": \"" + total.toPlainString() + "\"}");
  }

  static void connect() throws Exception {
    if (env("MFA") != null) call("PUT", "/accounts/" + id("ACCOUNT_ID") + "/mfa", "{\"mfa\": " + quoted(env("MFA")) + "}", false);
    String json = call("POST", "/payroll/entries/connections", "{\"account_id\": " + quoted(env("ACCOUNT_ID")) + "}", true);
    if (!json.contains("\"payroll_submissions\"")) throw new Exception("the answer has no submissions");
    System.out.println("{}");
  }

  public static void main(String[] args) {
    try {
      switch (env("JOURNEY")) {
        case "list-users" -> listUsers();
        case "update-user" -> updateUser();
        case "affordability" -> affordability();
        case "connect" -> connect();
        case "delete-user" -> call("DELETE", "/users/" + id("USER_ID"), null, false);
        case "delete-account" -> call("DELETE", "/accounts/" + id("ACCOUNT_ID"), null, false);
        case "delete-entry" -> call("DELETE", "/payroll/entries/" + id("ENTRY_ID"), null, false);
        default -> throw new Exception("no such journey");
      }
    } catch (Exception error) {
      System.err.println(error.getMessage() == null ? error : error.getMessage());
      System.exit(1);
    }
  }
}
