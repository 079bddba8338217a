export function SkipLink() {
  return (
    <a data-slot="skip-link" href="#main" className="skip-link">
      Skip to the content
    </a>
  );
}
