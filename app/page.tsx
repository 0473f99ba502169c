export default function HomePage() {
  return (
    <main>
      <h1>Public Records API</h1>
      <p>
        The interface is at <code>/api/v1</code>. Send your token as <code>Authorization: Bearer</code>.
      </p>
    </main>
  );
}
