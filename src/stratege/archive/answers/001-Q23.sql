-- Q23. Quand on ouvre par la case 0, combien de parties sur cent le joueur 1 gagne-t-il ?
SELECT AVG(CASE WHEN resultat = 1 THEN 100.0 ELSE 0.0 END) AS pourcentage
FROM Partie
WHERE jeu LIKE 'a%';
